import { mkdirSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator/src/index.js";
import { root } from "../../../emulator/src/emulator.fixture.js";
import { axeFindings } from "../../catalogue/page/axe.fixture.js";
import { screens } from "../../catalogue/page/browser.fixture.js";
import { layoutFaults } from "../../catalogue/page/layout.fixture.js";
import { patienceMs } from "../../patience.js";

/** Where the screenshots are. Git ignores them. */
const pictures = `${root}test-results/console/`;

/** The console of an emulator, in a window of its own. */
export interface OpenConsole extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly page: Page;
  /** What went wrong in it, and what the browser reported. */
  readonly faults: string[];
  readonly goto: (path: string) => Promise<void>;
}

/** Starts an emulator of the sample cloud, or of another API, and opens its console. */
export async function openConsole(
  browser: Browser,
  options: Partial<EmulatorOptions> = {},
  window: BrowserContextOptions = {},
): Promise<OpenConsole> {
  const api = "protos" in options || "image" in options ? {} : { sdk: `${root}generated/cloud` };
  const emulator = await startEmulator({ ...api, ...options } as EmulatorOptions);
  const context = await browser.newContext({ reducedMotion: "reduce", ...window });
  // Less than a test has, so that a failure names the step.
  context.setDefaultTimeout(patienceMs / 10);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // The browser reports each HTTP status of an error, which the API answers with on purpose.
    if (["error", "warning"].includes(message.type()) && !/status of \d+/.test(message.text()))
      faults.push(message.text());
  });
  const goto = async (path: string): Promise<void> => {
    await page.goto(`${emulator.webUrl}/${path}`);
    await page.locator("h1").waitFor();
  };
  await goto("");
  return {
    emulator,
    page,
    faults,
    goto,
    async [Symbol.asyncDispose]() {
      await context.close();
      await emulator.close();
    },
  };
}

/** Takes screenshots of the page as it is, on a desktop and a phone, by day and by night, and returns what is wrong. */
export async function looksOf(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  mkdirSync(pictures, { recursive: true });
  for (const [screen, leastTap] of [
    ["desktop", 24],
    ["phone", 44],
  ] as const) {
    await page.setViewportSize(screens[screen].viewport);
    const faults = [...(await layoutFaults(page, leastTap)), ...(await axeFindings(page))];
    faults.push(...(await brokenLinks(page)));
    found.push(...faults.map((fault) => `${screen}, ${name}: ${fault}`));
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${pictures}${name}-${screen}-${colorScheme}.png` });
      if (colorScheme === "dark")
        found.push(...(await axeFindings(page, "color-contrast")).map((fault) => `dark, ${name}: ${fault}`));
    }
    await page.emulateMedia({ colorScheme: "light" });
  }
  await page.setViewportSize(screens.desktop.viewport);
  return found;
}

/** Returns the links of the navigation whose words have several lines. */
async function brokenLinks(page: Page): Promise<string[]> {
  const texts = await page.locator(".side nav a").evaluateAll((links) =>
    links
      .filter((link) => {
        const range = link.ownerDocument.createRange();
        range.selectNodeContents(link);
        return range.getClientRects().length > 1;
      })
      .map((link) => link.textContent),
  );
  return texts.map((text) => `the link ${text} has several lines`);
}
