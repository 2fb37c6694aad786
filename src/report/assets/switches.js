// Switches: one row in every panel, and one place for all panels.

function swatch(name) {
  const style = styles.get(name);
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  const inkClass = style.colour < 0 ? "ref" : `s${style.colour}`;
  const add = (tag, attributes) => {
    const element = document.createElementNS(space, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    picture.append(element);
  };
  for (const [key, value] of Object.entries({ class: "swatch", width: 26, height: 12, viewBox: "0 0 26 12", "aria-hidden": "true" })) picture.setAttribute(key, value);
  add("line", { class: `k ${inkClass}`, x1: 0, x2: 26, y1: 6, y2: 6, "stroke-width": 2, "stroke-dasharray": style.dash });
  const shapes = {
    circle: "M9.5 6a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", square: "M9.8 2.8h6.4v6.4h-6.4z", triangle: "M13 1.8 17 9.2H9z",
    diamond: "M13 1.6 17.4 6 13 10.4 8.6 6z", down_triangle: "M13 10.2 17 2.8H9z", cross: "M10 3l6 6M10 9l6-6", plus: "M13 2v8M9 6h8",
  };
  const open = style.marker === "cross" || style.marker === "plus";
  if (shapes[style.marker]) add("path", { class: `${open ? "k" : "f"} ${inkClass}`, d: shapes[style.marker], "stroke-width": 2 });
  return picture;
}

function mark(box, on) {
  box.checked = on;
  box.indeterminate = false;
  box.parentElement.classList.toggle("off", !on);
}

function switchFor(name, change) {
  const box = make("input", { type: "checkbox", checked: true });
  box.dataset.series = name;
  box.addEventListener("change", () => change(box.checked));
  return [box, make("label", {}, box, swatch(name), name)];
}

const globalBoxes = new Map();

function show(panel, name, on) {
  panel.hidden[on ? "delete" : "add"](name);
  refresh(panel);
}

function showEverywhere(name, on) {
  for (const panel of panels) if (panel.boxes.has(name)) show(panel, name, on);
  summarize();
}

/** The switches for all panels say what the panels say: on, off, or differing. */
function summarize() {
  for (const [name, box] of globalBoxes) {
    const having = panels.filter((panel) => panel.boxes.has(name));
    const on = having.filter((panel) => !panel.hidden.has(name)).length;
    mark(box, on > 0);
    box.indeterminate = on > 0 && on < having.length;
  }
}

function addPanelSwitches(panel) {
  const keys = panel.figure.querySelector(".keys");
  keys.setAttribute("role", "group");
  keys.setAttribute("aria-label", `Shown in: ${panel.chart.title}`);
  for (const name of [...panel.chart.series, ...panel.chart.levels].map((one) => one.name)) {
    const [box, label] = switchFor(name, (on) => { show(panel, name, on); summarize(); });
    panel.boxes.set(name, box);
    keys.append(label);
  }
  keys.hidden = false;
}

function addScaleSwitch(panel) {
  if (!panel.chart.allowsLog) return;
  const box = make("input", { type: "checkbox", checked: panel.log });
  box.addEventListener("change", () => { panel.log = box.checked; refresh(panel); });
  const place = panel.figure.querySelector(".scale");
  place.append(make("label", {}, box, "log scale", make("span", { className: "unseen", textContent: ` in: ${panel.chart.title}` })));
  place.hidden = false;
}

function addGlobalSwitches() {
  const place = document.querySelector(".switches");
  const names = place.querySelector(".names");
  const shared = data.styles.map((style) => style.name).filter((name) => panels.filter((panel) => panel.boxes.has(name)).length > 1);
  if (shared.length < 2) return; // one name alone is switched in its charts
  for (const name of shared) {
    const [box, label] = switchFor(name, (on) => showEverywhere(name, on));
    globalBoxes.set(name, box);
    names.append(label);
  }
  const all = make("button", { type: "button", className: "all", textContent: "Show all" });
  all.addEventListener("click", () => shared.forEach((name) => showEverywhere(name, true)));
  names.append(all);
  place.hidden = false;
}
