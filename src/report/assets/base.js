// What the other scripts share: the data, colours, numbers and axes. All scripts of the page are joined in one function, in the
// order base, marks, panel, switches, page; without them the page shows the same charts as still pictures.

const data = JSON.parse(document.getElementById("report-data").textContent);
const styles = new Map(data.styles.map((style) => [style.name, style]));
const panels = [];

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colourOf = (name) => {
  const { colour } = styles.get(name);
  return css(colour < 0 ? "--ref" : `--s${colour}`);
};
const dashOf = (name) => styles.get(name).dash.split(" ").filter(Boolean).map(Number);
const translucent = (colour, share) => Chart.helpers.color(colour).alpha(share).rgbString();

/** A new element with properties, attributes and children. */
function make(tag, { attributes = {}, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// Numbers and axes: the same rules as in text.cc and axis.cc, so that page and figures agree.

function readable(value) {
  if (value === null || !Number.isFinite(value)) return "-";
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 1e7 || size < 1e-4) return value.toExponential(2);
  if (size < 1000) return String(Number(value.toPrecision(4)));
  const digits = size.toFixed(0);
  const grouped = digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, "\u202f") : digits;
  return (value < 0 ? "-" : "") + grouped;
}

const SLACK = 1e-9;

function roundStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((factor) => rough <= factor * power * (1 + SLACK)) ?? 10) * power;
}

const multiples = (step, first, last) => Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));

/** Round numbers between two ends, about eight. */
function roundTicks(from, to) {
  const step = roundStep((to - from) / 8);
  return multiples(step, Math.ceil(from / step - SLACK), Math.floor(to / step + SLACK));
}

function linearAxis(least, largest) {
  let [from, to] = [Math.min(0, least), Math.max(0, largest)];
  if (from === to) to = 1;
  const step = roundStep((to - from) / 5);
  const max = Math.min(Math.ceil(to / step - SLACK) * step, to + 0.06 * (to - from));
  const ticks = multiples(step, Math.floor(from / step + SLACK), Math.floor(max / step + SLACK));
  return { min: ticks[0], max, ticks };
}

function logAxis(least, largest) {
  const grid = [];
  for (let power = Math.floor(Math.log10(least)) - 1; power <= Math.ceil(Math.log10(largest)) + 1; ++power)
    for (const factor of [1, 2, 5]) grid.push(Number(`${factor}e${power}`));
  let begin = grid.findLastIndex((value) => value <= least * (1 + SLACK));
  const end = grid.findIndex((value) => value >= largest * (1 - SLACK));
  if (begin === end) --begin;
  let ticks = grid.slice(begin, end + 1);
  if (ticks.length > 9) ticks = ticks.filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e9) / 1e9));
  return { min: grid[begin], max: grid[end], ticks };
}

/** The y axis that covers what a panel shows now. */
function yAxis(panel) {
  const { chart, hidden, log } = panel;
  const shown = chart.series.filter((series) => !hidden.has(series.name));
  const levels = chart.levels.filter((level) => !hidden.has(level.name)).map((level) => level.value);
  const values = [...shown.flatMap((series) => series.y), ...levels, ...shown.flatMap((series) => series.high)];
  const negative = values.some((value) => value < 0);
  if (!log) for (const value of shown.flatMap((series) => series.low)) values.push(negative ? value : Math.max(0, value));
  const usable = values.filter((value) => value !== null && (!log || value > 0));
  if (usable.length === 0) return log ? logAxis(1, 10) : linearAxis(0, 1);
  return (log ? logAxis : linearAxis)(Math.min(...usable), Math.max(...usable));
}
