// Sliders that look results up: the combination that they stand on is one row of what the page holds.

function addExplorer(explorer) {
  const panel = document.querySelector(`[data-explorer="${CSS.escape(explorer.stem)}"]`);
  const inputs = [...panel.querySelectorAll("input")];
  const shown = [...panel.querySelectorAll("output")];
  const results = [...panel.querySelectorAll(".figures .value")];
  const update = () => {
    let at = 0;
    inputs.forEach((input, i) => {
      const values = explorer.dials[i];
      const chosen = Number(input.value);
      at = at * values.length + chosen;
      shown[i].textContent = values[chosen];
      input.setAttribute("aria-valuetext", values[chosen]);
    });
    results.forEach((result, i) => { result.textContent = explorer.cells[at][i]; });
  };
  inputs.forEach((input) => input.addEventListener("input", update));
  for (const part of panel.querySelectorAll(".dials, .figures")) part.hidden = false;
  update();
}

