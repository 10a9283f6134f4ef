// Chromium and pages of the sample reports, for the tests beside this file.
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import {createRequire} from "node:module";
import os from "node:os";
import path from "node:path";
import url from "node:url";

const kSkipped = 77;  // as CMakeLists.txt has it

const chromiumPath = () => (process.env.PATH || "").split(path.delimiter)
  .flatMap((folder) => ["chromium", "chromium-browser"].map((name) => path.join(folder, name)))
  .find((file) => fs.existsSync(file));

// Ends the program as skipped where the browser or a package is not installed.
const required = () => {
  const executablePath = chromiumPath();
  try {
    const require = createRequire(import.meta.url);
    const {chromium} = require("playwright-core");
    const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf-8");
    if (executablePath) return {chromium, axe, executablePath};
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
  }
  console.log("skipped: chromium, playwright-core or axe-core is not installed (scripts/setup installs them)");
  process.exit(kSkipped);
};

export class Pages {
  // `writer` is the program reports_sample_page.
  static async open(writer) {
    const pages = new Pages();
    Object.assign(pages, required());
    pages.folder = fs.mkdtempSync(path.join(os.tmpdir(), "launchproof-pages-"));
    for (const name of ["plain", "hostile", "empty", "large", "accepted"]) execFileSync(writer, [pages.file(name), name]);
    pages.browser = await pages.chromium.launch({executablePath: pages.executablePath, args: ["--no-sandbox"]});
    return pages;
  }

  async close() {
    await this.browser.close();
    fs.rmSync(this.folder, {recursive: true, force: true});
  }

  file(name) {
    return path.join(this.folder, name + ".html");
  }

  address(name, fragment = "") {
    return url.pathToFileURL(this.file(name)).href + fragment;
  }

  // A page that is ready. Its messages to the console, its errors and its requests are kept in `heard`. One tab shows one page after
  // the other, as a new tab takes longer than most tests; `fresh` is a tab of its own, which the test closes.
  async show(name, {fragment = "", viewport = {width: 1280, height: 900}, colorScheme = "light", fresh = false} = {}) {
    const page = fresh ? await this.browser.newPage() : this.tab ??= await this.browser.newPage();
    page.removeAllListeners();
    await page.goto("about:blank");  // an address that differs in its fragment alone would load nothing
    await page.setViewportSize(viewport);
    await page.emulateMedia({colorScheme, media: null});
    page.heard = [];
    page.on("console", (message) => page.heard.push(message.text()));
    page.on("pageerror", (error) => page.heard.push(String(error)));
    page.on("request", (request) => {
      if (request.url() !== this.address(name) && !request.url().startsWith(this.address(name) + "#")) page.heard.push(request.url());
    });
    await page.goto(this.address(name, fragment));
    await page.waitForSelector("html[data-ready]", {state: "attached"});
    return page;
  }

  // The problems that axe-core finds in the page: "rule: element".
  async violations(page) {
    if (!await page.evaluate(() => "axe" in window)) await page.addScriptTag({content: this.axe}).catch(() => page.evaluate(this.axe));
    const {violations} = await page.evaluate(() => window.axe.run(document, {resultTypes: ["violations"]}));
    return violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}: ${node.failureSummary.replaceAll("\n", " ")}`));
  }
}
