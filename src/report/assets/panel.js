// One panel: its Chart.js configuration, its switches, its tools.

function pointsOf(chart, series, log) {
  const usable = (value) => (value !== null && log && value <= 0 ? null : value);
  if (chart.kind === "bar") return series.y.map(usable);
  const points = series.y.map((value, i) => ({ x: chart.x[i], y: usable(value) ?? NaN }));
  if (chart.kind === "histogram" && points.length) points.push({ x: chart.x[chart.x.length - 1], y: points[points.length - 1].y });
  return points;
}

function datasetOf({ chart, hidden, log }, series) {
  const style = styles.get(series.name);
  const colour = colourOf(series.name);
  const [pointStyle, pointRotation] = POINT_STYLES[style.marker] ?? ["circle", 0];
  const common = { label: series.name, data: pointsOf(chart, series, log), hidden: hidden.has(series.name), borderColor: colour };
  if (chart.kind === "bar") {
    return { ...common, backgroundColor: translucent(colour, series.reference ? 0.45 : 0.85), hoverBackgroundColor: colour, borderWidth: 0, borderRadius: 3, categoryPercentage: 0.78, barPercentage: 0.88 };
  }
  const line = { ...common, borderDash: dashOf(series.name), borderWidth: series.reference ? 1.6 : 2, borderJoinStyle: "round", clip: 8 };
  if (chart.kind === "histogram") {
    return { ...line, stepped: "before", fill: "start", backgroundColor: translucent(colour, series.reference ? 0.1 : 0.25), pointRadius: 0, pointHoverRadius: 0 };
  }
  const radius = style.marker === "none" ? 0 : style.marker === "square" ? 4 : 4.2;
  return { ...line, pointStyle, pointRotation, pointRadius: radius, pointHoverRadius: radius && radius + 1.5, pointBackgroundColor: colour, pointHoverBackgroundColor: colour, pointHoverBorderColor: colour, pointBorderWidth: style.marker === "cross" || style.marker === "plus" ? 2 : 0 };
}

const datasetsOf = (panel) => panel.chart.series.map((series) => datasetOf(panel, series));

function valueText(series, i) {
  const value = readable(series.y[i]);
  if (!series.low.length || series.y[i] === null) return value;
  const [below, above] = [series.y[i] - series.low[i], series.high[i] - series.y[i]];
  if (Math.abs(below - above) <= 1e-6 * Math.abs(series.high[i])) return `${value} \u00b1 ${Number(above.toPrecision(2))}`;
  return `${value} (${readable(series.low[i])} to ${readable(series.high[i])})`;
}

const titleText = (chart, i) => `${chart.xLabel}: ${chart.labels[i]}`;
const levelTexts = (panel) => panel.chart.levels.filter((level) => !panel.hidden.has(level.name)).map((level) => `${level.name}: ${readable(level.value)}`);

function tooltipOptions(panel) {
  const { chart } = panel;
  return {
    backgroundColor: css("--card"), titleColor: css("--ink"), bodyColor: css("--ink"), footerColor: css("--soft"),
    borderColor: css("--soft"), borderWidth: 1, padding: 10, cornerRadius: 8, boxPadding: 5, usePointStyle: true,
    footerFont: { weight: "normal" }, position: "besidePointer", yAlign: "center", caretPadding: 12, caretSize: 0, filter: (item) => item.dataIndex < chart.labels.length,
    itemSort: (a, b) => b.parsed.y - a.parsed.y,
    callbacks: {
      title: (items) => (items.length ? titleText(chart, items[0].dataIndex) : ""),
      label: (item) => ` ${item.dataset.label}: ${valueText(chart.series[item.datasetIndex], item.dataIndex)}`,
      labelColor: (item) => ({ borderColor: item.dataset.borderColor, backgroundColor: item.dataset.borderColor, borderWidth: 2 }),
      labelPointStyle: (item) => {
        const [pointStyle, rotation] = POINT_STYLES[styles.get(item.dataset.label).marker] ?? ["line", 0];
        return { pointStyle, rotation };
      },
      footer: () => levelTexts(panel),
    },
  };
}

/** Where the x axis begins and ends; a single value stands in the middle. */
function xEnds({ x, xScale }) {
  if (x.length !== 1) return { min: x[0], max: x[x.length - 1] };
  return xScale === "log" ? { min: x[0] / 2, max: x[0] * 2 } : { min: x[0] - 1, max: x[0] + 1 };
}

function xScaleOf({ chart }) {
  const common = { title: { display: true, text: chart.xLabel, color: css("--ink") }, grid: { display: false, borderColor: css("--soft") } };
  if (chart.kind === "bar") return { ...common, type: "category", ticks: { color: css("--soft"), maxRotation: 0, autoSkipPadding: 8 } };
  const ends = xEnds(chart);
  const ticks = { color: css("--soft"), maxRotation: 0, autoSkipPadding: 10, callback: readable };
  if (chart.kind === "histogram")
    return { ...common, ...ends, type: "linear", ticks, afterBuildTicks: (axis) => { axis.ticks = roundTicks(ends.min, ends.max).map((value) => ({ value })); } };
  return {
    ...common, ...ends, type: chart.xScale === "log" ? "logarithmic" : "linear", ticks,
    afterBuildTicks: (axis) => { axis.ticks = chart.x.map((value) => ({ value })); },
  };
}

function yScaleOf(panel) {
  const { min, max, ticks } = yAxis(panel);
  return {
    type: panel.log ? "logarithmic" : "linear", min, max,
    title: { display: true, text: panel.chart.yLabel, color: css("--ink") },
    grid: { color: css("--faint"), drawBorder: false, drawTicks: false },
    ticks: { color: css("--soft"), callback: readable, autoSkip: false, padding: 6 },
    afterBuildTicks: (axis) => { axis.ticks = ticks.map((value) => ({ value })); },
  };
}

function optionsOf(panel) {
  const mode = panel.chart.kind === "histogram" ? "binUnderPointer" : "index";
  return {
    animation: false, responsive: true, maintainAspectRatio: false, interaction: { mode, intersect: false },
    layout: { padding: () => ({ top: 6, right: 10 + levelRoom(panel) }) },
    plugins: { legend: { display: false }, tooltip: tooltipOptions(panel) },
    scales: { x: xScaleOf(panel), y: yScaleOf(panel) },
  };
}

/** Draws a panel anew from its state: after a switch, another scale, another colour scheme. */
function refresh(panel) {
  panel.drawn.data.datasets = datasetsOf(panel);
  panel.drawn.options = optionsOf(panel);
  panel.drawn.update("none");
  for (const [name, box] of panel.boxes) mark(box, !panel.hidden.has(name));
}

function draw(panel) {
  const canvas = panel.figure.querySelector("canvas");
  panel.drawn = new Chart(canvas, {
    type: panel.chart.kind === "bar" ? "bar" : "line",
    data: { labels: panel.chart.kind === "bar" ? panel.chart.labels : undefined, datasets: datasetsOf(panel) },
    options: optionsOf(panel),
    plugins: [{ id: "panel", beforeInit: (drawn) => { drawn.panel = panel; } }, marks],
  });
  canvas.addEventListener("keydown", (event) => walk(panel, event));
  canvas.addEventListener("blur", () => point(panel, -1));
}

// Arrow keys walk along the values, as a pointer would.

function point(panel, index) {
  const { drawn, chart, hidden } = panel;
  panel.at = index;
  const active = index < 0 ? [] : chart.series.flatMap((series, i) => (hidden.has(series.name) || series.y[index] === null ? [] : [{ datasetIndex: i, index }]));
  drawn.setActiveElements(active);
  drawn.tooltip.setActiveElements(active, { x: 0, y: 0 });
  drawn.update("none");
}

function walk(panel, event) {
  const last = panel.chart.labels.length - 1;
  const at = panel.at ?? -1;
  const next = { ArrowRight: Math.min(at + 1, last), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: last, Escape: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  point(panel, next);
  const values = panel.chart.series.filter((series) => !panel.hidden.has(series.name)).map((series) => `${series.name} ${valueText(series, next)}`);
  document.getElementById("spoken").textContent = next < 0 ? "" : [titleText(panel.chart, next), ...values, ...levelTexts(panel)].join("; ");
}
