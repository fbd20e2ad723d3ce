import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { axeFindings } from "./axe.fixture.js";
import { describeInBrowser, screens } from "./browser.fixture.js";
import { layoutFaults } from "./layout.fixture.js";
import { states, type PageState } from "./states.fixture.js";

/** Where the screenshots are. Git ignores them. */
const artefacts = fileURLToPath(new URL("../../../test-results/page/", import.meta.url));

const leastTap = { phone: 44, tablet: 44, desktop: 24 } as const;

describeInBrowser("in every state and on every screen the page", (open) => {
  mkdirSync(artefacts, { recursive: true });

  /** What is wrong with a page as it is on some screen. */
  async function faultsOf(page: Page, screen: keyof typeof screens): Promise<string[]> {
    // A tablet shows what a desktop shows, in other places.
    const findings = screen === "tablet" ? [] : await axeFindings(page);
    return [...(await layoutFaults(page, leastTap[screen])), ...findings].map((what) => `${screen}: ${what}`);
  }

  const reached = async (page: Page, { reach, shows }: PageState): Promise<void> => {
    await reach?.(page);
    await page.locator(":visible", { hasText: shows }).first().waitFor();
  };

  /** On every screen, by day and by night, with pictures. */
  async function lookedThrough(state: PageState, name: string): Promise<string[]> {
    const found: string[] = [];
    for (const screen of ["phone", "tablet", "desktop"] as const) {
      await using opened = await open({ ...state, screen: screens[screen] });
      const { page } = opened;
      await reached(page, state);
      const shoot = (look: string): Promise<unknown> => {
        const path = `${artefacts}${name.replaceAll(" ", "-")}-${screen}-${look}.png`;
        return page.screenshot({ path, fullPage: screen !== "desktop" });
      };
      await shoot("light");
      found.push(...(await faultsOf(page, screen)));
      // By night the colours are others, and nothing else is.
      await page.emulateMedia({ colorScheme: "dark" });
      await shoot("dark");
      if (screen === "desktop") found.push(...(await axeFindings(page, "color-contrast")));
    }
    return found;
  }

  it.each(Object.entries(states))("can be read and used by all: %s", async (name, state) => {
    expect(await lookedThrough(state, name)).toEqual([]);
  });
});
