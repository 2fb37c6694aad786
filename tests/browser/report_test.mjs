// SPDX-License-Identifier: Apache-2.0
// The report in a real browser: it draws, it answers, it stays quiet.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { chartStems, coloursOf, desktop, launch, makeSamplePage, open, outputPath, phone, pixelsOf, samplePage, screenshot, tabUntil } from "./browser.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser;
before(async () => {
  makeSamplePage();
  browser = await launch();
});
after(() => browser?.close());

/** A test on a freshly opened page, which must have stayed quiet. */
function onPage(name, options, body) {
  test(name, async () => {
    const { context, page, complaints } = await open(browser, options);
    await body(page, context);
    await context.close();
    assert.deepEqual(complaints, []);
  });
}

const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const globalBox = (page, name) => page.locator(`.switches input[data-series="${name}"]`);
const panelBox = (page, stem, name) => page.locator(`[data-chart="${stem}"] .keys input[data-series="${name}"]`);

/** Moves the pointer over a chart to where its x axis has the value. */
async function hoverAt(page, stem, value) {
  const canvas = page.locator(`[data-chart="${stem}"] canvas`);
  const x = await canvas.evaluate((element, at) => Chart.getChart(element).scales.x.getPixelForValue(at), value);
  await canvas.hover({ position: { x, y: 100 } });
}

async function download(page, selector) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

async function assertAccessible(page) {
  await page.evaluate(axeSource);
  const { passes, violations } = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  const checked = passes.map(({ id }) => id);
  for (const rule of ["color-contrast", "label", "heading-order", "landmark-unique"]) assert.ok(checked.includes(rule), `${rule} was checked`);
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`), []);
}

describe("the page", () => {
  test("is one file of less than a megabyte", () => assert.ok(statSync(samplePage).size < 1e6));

  onPage("opens without network, errors or requests", desktop, async (page, context) => {
    await context.setOffline(true);
    await page.reload();
    await page.mouse.wheel(0, 20000);
    await screenshot(page, "light", { fullPage: true });
  });

  test("refuses scripts that are not its own, and every request", async () => {
    const { context, page, complaints } = await open(browser);
    const outcome = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "window.intruder = true";
      document.body.append(script);
      const fetched = await fetch("http://127.0.0.1:9/").then(() => "fetched", () => "refused");
      return { intruder: window.intruder === true, fetched };
    });
    assert.deepEqual(outcome, { intruder: false, fetched: "refused" });
    await context.close();
    const refusals = complaints.filter((complaint) => /Content Security Policy/.test(complaint));
    assert.ok(refusals.some((text) => /script/.test(text)) && refusals.some((text) => /127\.0\.0\.1/.test(text)), complaints.join("\n"));
    assert.ok(!complaints.some((complaint) => complaint.startsWith("request")), "the request was not even begun");
  });

  onPage("shows hostile names as the text they are", desktop, async (page) => {
    assert.match(await page.textContent("table.main tbody"), /<\/script><script>alert\('1'\)<\/script>/);
  });

  onPage("has no accessibility violation in light", desktop, assertAccessible);
  onPage("has no accessibility violation in dark", { ...desktop, colorScheme: "dark" }, assertAccessible);
  onPage("has no accessibility violation on a phone", phone, async (page) => {
    await page.tap(".switches summary");
    await assertAccessible(page);
  });
});

describe("rankings and sliders", () => {
  onPage("show the verdict beside each name, the line of zeros and what was cut", desktop, async (page) => {
    assert.deepEqual(await page.locator(".ranking .badge").allTextContents(), ["✓privacy proved", "✕privacy refuted", "✕privacy refuted"]);
    assert.equal(await page.locator(".ranking .across").count(), 3);
    assert.match(await page.locator(".ranking li").last().textContent(), /99 \(cut\)/);
    const widths = await page.locator(".ranking rect").evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("width"))));
    assert.ok(widths[0] < 10 && widths[1] > 40 && widths[2] === 100, widths.join());
  });

  onPage("keep the verdicts in sight on a phone", phone, async (page) => {
    for (const badge of await page.locator(".ranking .badge").all()) {
      const box = await badge.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= page.viewportSize().width);
    }
    assert.ok(await overflow(page) <= 0);
  });

  onPage("look results up by mouse and keyboard", desktop, async (page) => {
    const value = page.locator(".explorer .value");
    assert.equal(await value.textContent(), "3 to 4");
    await page.locator("#choices-1").focus();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await value.textContent(), "1 to 2");
    await page.locator("#choices-0").fill("1");
    assert.equal(await value.textContent(), "5 to 6");
    assert.equal(await page.locator("#choices-0").getAttribute("aria-valuetext"), "deba");
  });
});

describe("charts", () => {
  onPage("are all drawn, with every series and its zeros line", desktop, async (page) => {
    const stems = await chartStems(page);
    assert.equal(stems.length, 17);
    for (const stem of stems.filter((name) => name.startsWith("fig") || name === "single")) {
      for (const colour of ["--s0", "--s1", "--s2", "--s3", "--s4", "--ref"])
        assert.ok(await pixelsOf(page, stem, colour) > 15, `${stem} shows ${colour}`);
    }
    for (const stem of stems.filter((name) => name !== "empty")) assert.ok(await coloursOf(page, stem) > 20, `${stem} is not blank`);
  });

  onPage("show values and spread under the pointer", desktop, async (page) => {
    await hoverAt(page, "fig1-MAE", 8);
    const tooltip = await page.evaluate(() => {
      const { title, body, footer, opacity } = Chart.getChart(document.querySelector('[data-chart="fig1-MAE"] canvas')).tooltip;
      return { title, lines: body.map((part) => part.lines[0].trim()), footer, opacity };
    });
    assert.equal(tooltip.opacity, 1);
    assert.deepEqual(tooltip.title, ["threshold t: 8"]);
    assert.equal(tooltip.lines.length, 6);
    assert.ok(tooltip.lines.includes("uniform: 23.56 \u00b1 1.6"), tooltip.lines.join("; "));
    assert.deepEqual(tooltip.footer, ["zeros: 15.2", "hop-median: 9.12"]);
    await screenshot(page, "hover");
  });

  onPage("answer for the bin under the pointer", desktop, async (page) => {
    await hoverAt(page, "outputs", 6.4);
    const title = await page.evaluate(() => Chart.getChart(document.querySelector('[data-chart="outputs"] canvas')).tooltip.title);
    assert.deepEqual(title, ["sum of published counts: 6"]);
  });

  onPage("change between linear and logarithmic scale", desktop, async (page) => {
    const type = () => page.evaluate(() => Chart.getChart(document.querySelector('[data-chart="fig1-MAE"] canvas')).scales.y.type);
    assert.equal(await type(), "linear");
    await page.getByLabel("log scale in: Polblogs, c = 4: MAE").check();
    assert.equal(await type(), "logarithmic");
    assert.ok(await pixelsOf(page, "fig1-MAE", "--s4") > 40);
    assert.equal(await page.getByLabel("log scale in: CondMat, c = 4: MAE").isChecked(), true, "where the document asks for it");
  });

  onPage("take their colours from the scheme, also when it changes", desktop, async (page) => {
    assert.ok(await pixelsOf(page, "fig1-MAE", "#1478cc") > 40);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue("--s0").trim() === "#86b4f2");
    await page.waitForTimeout(100);
    assert.ok(await pixelsOf(page, "fig1-MAE", "#86b4f2") > 40);
    assert.equal(await pixelsOf(page, "fig1-MAE", "#1478cc"), 0);
    await screenshot(page, "dark", { fullPage: true });
  });
});

describe("switches", () => {
  onPage("take a mechanism out of all charts and bring it back", desktop, async (page) => {
    const stems = (await chartStems(page)).filter((stem) => stem.startsWith("fig") || stem === "hops");
    await globalBox(page, "uniform").uncheck();
    for (const stem of stems) {
      assert.equal(await pixelsOf(page, stem, "--s0"), 0, stem);
      assert.equal(await panelBox(page, stem, "uniform").isChecked(), false, stem);
    }
    assert.ok(await pixelsOf(page, "fig1-MAE", "--s2") > 40, "the others stay");
    await page.click(".switches .all");
    for (const stem of stems) assert.ok(await pixelsOf(page, stem, "--s0") > 40, stem);
  });

  onPage("work in one panel alone, and the switch for all says so", desktop, async (page) => {
    await panelBox(page, "fig1-MAE", "eli").uncheck();
    assert.equal(await pixelsOf(page, "fig1-MAE", "--s4"), 0);
    assert.ok(await pixelsOf(page, "fig1-MRE", "--s4") > 40);
    assert.equal(await globalBox(page, "eli").evaluate((box) => box.indeterminate), true);
  });

  onPage("take the zeros line out", desktop, async (page) => {
    await globalBox(page, "hop-median").uncheck();
    const before = await pixelsOf(page, "fig1-MAE", "--ref");
    await globalBox(page, "zeros").uncheck();
    assert.ok(before > 100);
    assert.ok(await pixelsOf(page, "fig1-MAE", "--ref") < before / 4);
  });

  onPage("are reached and used by the keyboard, and show the focus", desktop, async (page) => {
    await tabUntil(page, () => document.activeElement.matches('.switches input[data-series="deba"]'));
    await page.keyboard.press("Space");
    assert.equal(await pixelsOf(page, "fig1-MAE", "--s2"), 0);
    await tabUntil(page, () => document.activeElement.matches('[data-chart="fig1-MAE"] .keys input[data-series="duba-lf"]'));
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement.closest("label")).outlineStyle);
    assert.equal(outline, "solid");
    await page.keyboard.press("Space");
    assert.equal(await panelBox(page, "fig1-MAE", "duba-lf").isChecked(), false);
    await screenshot(page, "keyboard");
  });

  onPage("lead on to the values of a chart by arrow keys", desktop, async (page) => {
    await tabUntil(page, () => document.activeElement.matches('[data-chart="hops"] canvas'), 300);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.match(await page.textContent("#spoken"), /^hop: 2; uniform 22 \u00b1 2; .*zeros: 15\.2$/);
    await page.keyboard.press("Escape");
    assert.equal(await page.textContent("#spoken"), "");
  });
});

describe("downloads", () => {
  onPage("give the data behind a chart", desktop, async (page) => {
    const file = await download(page, '[data-csv="fig1-MAE"]');
    assert.equal(file.name, "fig1-MAE.csv");
    const lines = file.text.trimEnd().split("\n");
    assert.equal(lines[0], "threshold t,series,MAE,low,high");
    assert.equal(lines.length, 1 + 6 * 9 + 2);
    assert.equal(lines.at(-2), ",zeros,15.2,,");
    const [x, name, y, low, high] = lines[1].split(",");
    assert.deepEqual([x, name], ["1", "uniform"]);
    assert.ok(Number(low) < Number(y) && Number(y) < Number(high));
  });

  onPage("give a table", desktop, async (page) => {
    const file = await download(page, '[data-csv="claims"]');
    assert.equal(file.name, "claims.csv");
    assert.match(file.text, /^Claim,Paper,Ours,Verdict\n"DUBA-LF .*",76\.6%,71\.9%,holds\n/);
  });

  onPage("give a figure that stands alone", desktop, async (page) => {
    const file = await download(page, '[data-svg="fig1-MAE"]');
    assert.equal(file.name, "fig1-MAE.svg");
    const root = await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement.localName, file.text);
    assert.equal(root, "svg");
    assert.match(file.text, /stroke="#1478cc"/);
  });
});

describe("other places", () => {
  onPage("a phone shows everything without scrolling sideways", phone, async (page) => {
    assert.equal(await overflow(page), 0);
    await screenshot(page, "phone", { fullPage: true });
    const small = await page.$$eval("figure.chart canvas", (all) => all.filter((canvas) => canvas.clientWidth < 250 || canvas.clientHeight < 180).length);
    assert.equal(small, 0);
    await page.tap("nav summary");
    await page.tap('nav a[href="#per-hop"]');
    assert.equal(await page.locator("nav details").getAttribute("open"), null, "the contents fold away");
    await page.tap(".switches summary");
    await globalBox(page, "uniform").uncheck();
    assert.equal(await pixelsOf(page, "hops", "--s0"), 0);
    assert.equal(await overflow(page), 0);
    await screenshot(page, "phone-switches");
  });

  onPage("paper gets pictures and light colours, whatever the screen has", { ...desktop, colorScheme: "dark" }, async (page) => {
    await page.pdf({ path: outputPath("print.pdf"), format: "A4" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.setViewportSize({ width: 700, height: 1000 });
    const shown = await page.evaluate(() => {
      const visible = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0).length;
      return { plots: visible(".plot"), pictures: visible(".still svg"), rail: visible(".rail"), ground: getComputedStyle(document.body).backgroundColor };
    });
    assert.deepEqual(shown, { plots: 0, pictures: 17, rail: 0, ground: "rgb(255, 255, 255)" });
    assert.equal(await overflow(page), 0);
    await screenshot(page, "print", { fullPage: true });
  });

  onPage("without scripts there are pictures and no dead switches", { ...desktop, javaScriptEnabled: false }, async (page) => {
    assert.equal(await page.locator(".still svg").first().isVisible(), true);
    assert.equal(await page.locator("canvas").first().isVisible(), false);
    assert.equal(await page.locator(".switches").isVisible(), false);
    assert.equal(await page.locator(".download").first().isVisible(), false);
    await page.locator(".numbers summary").first().click();
    assert.equal(await page.locator(".numbers table").first().isVisible(), true);
  });

  for (const width of [768, 1024, 1100, 1920]) {
    onPage(`a window of ${width} pixels has no sideways scrolling`, { viewport: { width, height: 800 } }, async (page) => assert.equal(await overflow(page), 0));
  }
});
