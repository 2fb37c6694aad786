// Downloads are made here, from what the page holds.

function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function addDownloads() {
  for (const button of document.querySelectorAll("[data-csv]")) {
    const stem = button.dataset.csv;
    button.addEventListener("click", () => save(`${stem}.csv`, "text/csv;charset=utf-8", data.csv[stem]));
    button.hidden = false;
  }
  for (const button of document.querySelectorAll("[data-svg]")) {
    const picture = button.closest("figure").querySelector(".still svg, .picture svg");
    button.addEventListener("click", () => save(`${button.dataset.svg}.svg`, "image/svg+xml", new XMLSerializer().serializeToString(picture)));
    button.hidden = false;
  }
}

// The contents: on a phone they fold away, on a wide screen they follow the reader.

function addContents() {
  const folds = [...document.querySelectorAll(".fold")];
  const wide = matchMedia("(min-width: 68rem)");
  const fold = () => folds.forEach((one) => { one.open = wide.matches; });
  wide.addEventListener("change", fold);
  fold();
  const close = (except) => { if (!wide.matches) folds.forEach((one) => { if (one !== except) one.open = false; }); };
  document.addEventListener("click", (event) => close(event.target.closest("a") ? null : event.target.closest(".fold")));
  document.addEventListener("keydown", (event) => {
    const inside = event.target.closest(".fold");
    if (event.key === "Escape" && inside && !wide.matches) { inside.querySelector("summary").focus(); close(null); }
  });
  const links = [...document.querySelectorAll(".rail a")];
  const sections = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const follow = () => {
    const line = innerHeight * 0.3;
    let at = sections.findLastIndex((section) => section.getBoundingClientRect().top <= line);
    if (innerHeight + scrollY >= document.documentElement.scrollHeight - 2) at = sections.length - 1;
    links.forEach((link, i) => (i === Math.max(at, 0) ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
  };
  addEventListener("scroll", follow, { passive: true });
  follow();
}

Chart.Interaction.modes.binUnderPointer = binUnderPointer;
Chart.Tooltip.positioners.besidePointer = besidePointer;
Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
document.documentElement.classList.add("js");
for (const chart of data.charts) {
  const figure = document.querySelector(`figure[data-chart="${CSS.escape(chart.stem)}"]`);
  const panel = { chart, figure, hidden: new Set(), log: chart.yScale === "log" && chart.allowsLog, boxes: new Map() };
  panels.push(panel);
  addPanelSwitches(panel);
  addScaleSwitch(panel);
  draw(panel);
}
addGlobalSwitches();
addDownloads();
addContents();
for (const explorer of data.explorers) addExplorer(explorer);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => panels.forEach(refresh));
