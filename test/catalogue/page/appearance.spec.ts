import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { axeFindings } from "./axe.fixture.js";
import { describeInBrowser, screens } from "./browser.fixture.js";
import { layoutFaults } from "./layout.fixture.js";
import { states } from "./states.fixture.js";

/**
 * With screenshots, by `npm run screenshots`, every state is looked at on every screen by day and by night.
 * Without them a phone and a desktop by day must do, since browsers are slow.
 */
const takesScreenshots = process.env["PAGE_SCREENSHOTS"] !== undefined;

/** Where they are, for whoever wants to look; git ignores them. */
const artefacts = fileURLToPath(new URL("../../../test-results/page/", import.meta.url));

const leastTap = { phone: 44, tablet: 44, desktop: 24 } as const;

describeInBrowser("in every state and on every screen the page", (open) => {
  mkdirSync(artefacts, { recursive: true });

  it.each(Object.entries(states))(
    "can be read and used by all: %s",
    async (name, { shows, reach, ...opening }) => {
      const found: string[] = [];
      for (const [screen, options] of Object.entries(screens)) {
        if (screen === "tablet" && !takesScreenshots) continue;
        await using opened = await open({ ...opening, screen: options });
        const { page } = opened;
        await reach?.(page);
        await page.locator(":visible", { hasText: shows }).first().waitFor();
        const say = (what: string): string => `${screen}: ${what}`;
        const shoot = (look: string): Promise<unknown> => {
          const path = `${artefacts}${name.replaceAll(" ", "-")}-${screen}-${look}.png`;
          return page.screenshot({ path, fullPage: screen !== "desktop" });
        };
        if (takesScreenshots) await shoot("light");
        found.push(...(await layoutFaults(page, leastTap[screen as keyof typeof leastTap])).map(say));
        // A tablet shows what a desktop shows, in other places.
        if (screen !== "tablet") found.push(...(await axeFindings(page)).map(say));
        if (!takesScreenshots) continue;
        // By night the colours are others, and nothing else is.
        await page.emulateMedia({ colorScheme: "dark" });
        await shoot("dark");
        if (screen === "desktop") found.push(...(await axeFindings(page, "color-contrast")).map(say));
      }
      expect(found).toEqual([]);
    },
    180_000,
  );
});
