import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { startPage, type PageOptions } from "../../../examples/catalogue-web/serve.js";
import { patienceMs } from "../../patience.js";

const places = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const executablePath = places.find((place) => place !== undefined && existsSync(place));
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

if (executablePath === undefined) {
  const what =
    "No Chromium was found, so the page is not tested. Install it (apt-get install chromium) or set CHROMIUM.";
  // A machine that is there to test must not pass for having tested nothing.
  if (process.env["CI"]) throw new Error(what);
  console.warn(what);
}

/** Screens of three sizes; the phone is touched. */
export const screens = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

/** The page as someone has it open. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  readonly url: string;
  /** What went wrong in it, and what it warned of. */
  readonly faults: string[];
}

/** How the page is opened. */
export interface Opening extends PageOptions {
  /** Default `/`. */
  readonly path?: string;
  /** Default: a desktop. */
  readonly screen?: BrowserContextOptions;
  /** The page keeps its files, to open without its server; else no files are kept, which costs a load of all. */
  readonly isKept?: boolean;
  /** Does something before the page is loaded. */
  readonly before?: (page: Page) => Promise<void>;
}

/**
 * Opens the page in a window that shares nothing with others. Where the catalogue is the usual one, its server
 * serves all tests of a file.
 */
export type Open = (opening?: Opening) => Promise<OpenPage>;

/** Tests with a real browser; skipped if there is none. */
export function describeWithBrowser(title: string, tests: (browser: () => Browser) => void): void {
  describe.skipIf(executablePath === undefined)(title, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: executablePath ?? "", headless: true, args });
    });
    afterAll(() => browser?.close());
    tests(() => browser);
  });
}

/** Tests of the page in a real browser; skipped where there is none. */
export function describeInBrowser(title: string, tests: (open: Open) => void): void {
  describeWithBrowser(title, (browser) => {
    let usual: ReturnType<typeof startPage> | undefined;
    afterAll(async () => (await usual)?.close());

    tests(async ({ path = "/", screen = screens.desktop, isKept = false, before, ...options } = {}) => {
      const isUsual = Object.keys(options).length === 0;
      if (isUsual) usual ??= startPage();
      const served = await (isUsual && usual ? usual : startPage(options));
      const context = await browser().newContext({
        ...screen,
        reducedMotion: "reduce",
        serviceWorkers: isKept ? "allow" : "block",
      });
      context.setDefaultTimeout(patienceMs);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("console", (message) => {
        const isOwn = !/Service Worker registration blocked/.test(message.text());
        if (isOwn && ["error", "warning"].includes(message.type())) faults.push(message.text());
      });
      await before?.(page);
      await page.goto(served.url + path);
      return {
        page,
        faults,
        url: served.url,
        async [Symbol.asyncDispose]() {
          await context.close();
          if (!isUsual) await served.close();
        },
      };
    });
  });
}

/** Where the focus is: its text, or its name for those who listen. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const one = document.activeElement;
    return one === document.body ? "nowhere" : one.getAttribute("aria-label") ?? (one.id || one.textContent.trim());
  })()`);
}
