// SPDX-License-Identifier: Apache-2.0
// What the browser tests share: the sample page, a browser that is offline, and looks at a canvas.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const folder = path.resolve(process.env.HOPVEIL_BROWSER_OUTPUT ?? "browser-output");
mkdirSync(folder, { recursive: true });

export const samplePage = path.join(folder, "sample.html");

export function makeSamplePage() {
  const made = spawnSync(process.env.HOPVEIL_SAMPLE_PAGE, [samplePage], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(`sample_page failed: ${made.error ?? made.stderr}`);
}

/** Chromium without the services that talk to its maker; root cannot have its sandbox. */
export function launch() {
  const args = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  if (process.getuid() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath: process.env.HOPVEIL_CHROMIUM ?? "/usr/bin/chromium", args });
}

export const desktop = { viewport: { width: 1360, height: 900 } };
export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** Opens the sample page and records whatever a quiet page does not do. */
export async function open(browser, options = desktop) {
  const context = await browser.newContext({ ...options, acceptDownloads: true });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.stack}`));
  page.on("dialog", (dialog) => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => {
    if (request.url() !== `file://${samplePage}` && !request.url().startsWith("data:")) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${samplePage}`);
  return { context, page, complaints };
}

export const screenshot = (page, name, options = {}) => page.screenshot({ path: path.join(folder, `${name}.png`), ...options });
export const outputPath = (name) => path.join(folder, name);

/** Reads the pixels of a chart in the page, from a copy, so that the chart's own canvas stays as it is. */
const copyOf = `(stem) => {
  const canvas = document.querySelector('[data-chart="' + stem + '"] canvas');
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  return copy.getImageData(0, 0, canvas.width, canvas.height).data;
}`;

/** How many colours a chart has. */
export const coloursOf = (page, stem) => page.evaluate(`new Set(new Uint32Array((${copyOf})("${stem}").buffer)).size`);

/** How many pixels of a chart have a colour (css variable or "#rrggbb"), within what antialiasing does to it. */
export async function pixelsOf(page, stem, colour) {
  const value = colour.startsWith("--") ? await page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), colour) : colour;
  const wanted = [1, 3, 5].map((at) => parseInt(value.slice(at, at + 2), 16));
  return page.evaluate(`{
    const data = (${copyOf})("${stem}");
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] > 200 && [${wanted}].every((channel, i) => Math.abs(data[at + i] - channel) <= 12)) ++count;
    count;
  }`);
}

export const chartStems = (page) => page.$$eval("figure.chart", (figures) => figures.map((figure) => figure.dataset.chart));

/** Focuses whatever Tab reaches until `reached` (a function in the page) is true of it; gives how many Tabs that took. */
export async function tabUntil(page, reached, most = 200) {
  for (let tabs = 1; tabs <= most; ++tabs) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(reached)) return tabs;
  }
  throw new Error("Tab does not get there");
}
