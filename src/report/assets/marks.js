// Marks that Chart.js does not have: bands and whiskers for the spread, levels, a line at the pointer.

const POINT_STYLES = {
  circle: ["circle", 0], square: ["rect", 0], triangle: ["triangle", 0], diamond: ["rectRot", 0],
  down_triangle: ["triangle", 180], cross: ["crossRot", 0], plus: ["cross", 0],
};

const pixelY = (scale, value) => {
  const usable = scale.options.type === "logarithmic" ? Math.max(value, scale.min) : value;
  return Math.min(Math.max(scale.getPixelForValue(usable), scale.top), scale.bottom);
};

function drawWhisker(context, scales, x, low, high, colour) {
  const [top, bottom] = [pixelY(scales.y, high), pixelY(scales.y, low)];
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, bottom);
  for (const end of [top, bottom]) {
    context.moveTo(x - 3, end);
    context.lineTo(x + 3, end);
  }
  context.stroke();
}

/** The spread around a line; where a value stands alone, a whisker. */
function drawBand(context, scales, chart, series) {
  const { x, y } = scales;
  const log = y.options.type === "logarithmic";
  let run = [];
  const flush = () => {
    if (run.length === 1) {
      drawWhisker(context, scales, x.getPixelForValue(chart.x[run[0]]), series.low[run[0]], series.high[run[0]], colourOf(series.name));
    } else if (run.length > 1) {
      context.beginPath();
      for (const i of run) context.lineTo(x.getPixelForValue(chart.x[i]), pixelY(y, series.high[i]));
      for (const i of [...run].reverse()) context.lineTo(x.getPixelForValue(chart.x[i]), pixelY(y, series.low[i]));
      context.closePath();
      context.fillStyle = translucent(colourOf(series.name), 0.16);
      context.fill();
    }
    run = [];
  };
  series.y.forEach((value, i) => (value === null || (log && value <= 0) ? flush() : run.push(i)));
  flush();
}

function drawWhiskers(context, scales, series, bars) {
  bars.forEach((bar, i) => {
    if (series.y[i] !== null) drawWhisker(context, scales, bar.x, series.low[i], series.high[i], css("--ink"));
  });
}

function drawBarMarkers(context, series, bars) {
  const marker = POINT_STYLES[styles.get(series.name).marker];
  if (!marker) return;
  context.fillStyle = context.strokeStyle = colourOf(series.name);
  context.lineWidth = 2;
  bars.forEach((bar, i) => {
    if (series.y[i] === null) return;
    Chart.helpers.drawPoint(context, { pointStyle: marker[0], rotation: marker[1], radius: Math.min(4, bar.width * 0.3), borderWidth: 2 }, bar.x, bar.y);
  });
}

/** Names beside the plot at their levels, pushed apart where they would touch. */
function drawLevelNames(context, area, places) {
  context.fillStyle = css("--soft");
  context.font = levelFont();
  context.textAlign = "left";
  context.textBaseline = "middle";
  let free = -Infinity;
  for (const { name, y } of places.sort((a, b) => a.y - b.y)) {
    const at = Math.max(y, free);
    context.fillText(name, area.right + 8, at);
    free = at + 13;
  }
}

const levelFont = () => `11px ${Chart.defaults.font.family}`;

/** How much room the names of the levels need beside the plot; none on narrow screens, where the switches name them. */
function levelRoom(panel) {
  if (panel.figure.clientWidth < 420) return 0;
  const context = panel.figure.querySelector("canvas").getContext("2d");
  context.save();
  context.font = levelFont();
  const widths = panel.chart.levels.filter((level) => !panel.hidden.has(level.name)).map((level) => context.measureText(level.name).width);
  context.restore();
  return widths.length ? Math.max(...widths) + 8 : 0;
}

function drawLevel(context, area, scales, level) {
  const y = pixelY(scales.y, level.value);
  context.strokeStyle = colourOf(level.name);
  context.setLineDash(dashOf(level.name));
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(area.left, y);
  context.lineTo(area.right, y);
  context.stroke();
  context.setLineDash([]);
  return y;
}

const marks = {
  id: "marks",
  beforeDatasetsDraw({ ctx, scales, panel }) {
    if (panel.chart.kind !== "line") return;
    for (const series of panel.chart.series)
      if (series.low.length && !panel.hidden.has(series.name)) drawBand(ctx, scales, panel.chart, series);
  },
  afterDatasetsDraw(drawn) {
    const { ctx, scales, chartArea, panel } = drawn;
    ctx.save();
    panel.chart.series.forEach((series, i) => {
      if (panel.chart.kind !== "bar" || panel.hidden.has(series.name)) return;
      const bars = drawn.getDatasetMeta(i).data;
      if (series.low.length) drawWhiskers(ctx, scales, series, bars);
      drawBarMarkers(ctx, series, bars);
    });
    const levels = panel.chart.levels.filter((level) => !panel.hidden.has(level.name));
    const places = levels.map((level) => ({ name: level.name, y: drawLevel(ctx, chartArea, scales, level) }));
    if (levelRoom(panel) > 0) drawLevelNames(ctx, chartArea, places);
    const [active] = drawn.getActiveElements();
    if (active && panel.chart.kind === "line") {
      ctx.strokeStyle = css("--soft");
      ctx.globalAlpha = 0.5;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(active.element.x, chartArea.top);
      ctx.lineTo(active.element.x, chartArea.bottom);
      ctx.stroke();
    }
    ctx.restore();
  },
};

/** Beside the values that it names, at the top, where falling curves leave room. */
function besidePointer(items) {
  if (items.length === 0) return false;
  const xs = items.map((item) => item.element.x);
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: this.chart.chartArea.top };
}

/** Hovering a histogram means the bin under the pointer, not the nearest edge. */
function binUnderPointer(drawn, event) {
  const edges = drawn.panel.chart.x;
  const value = drawn.scales.x.getValueForPixel(event.x);
  const index = edges.findLastIndex((edge) => edge <= value);
  if (index < 0 || index >= edges.length - 1) return [];
  return drawn.getSortedVisibleDatasetMetas().map((meta) => ({ element: meta.data[index], datasetIndex: meta.index, index }));
}
