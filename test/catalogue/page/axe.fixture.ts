import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Found {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** What axe finds on the page as it is now, by all of its rules, best practices among them, or by one of them. */
export async function axeFindings(page: Page, rule?: string): Promise<string[]> {
  await page.evaluate(source);
  const options = { resultTypes: ["violations"], ...(rule !== undefined && { runOnly: [rule] }) };
  const { violations } = await page.evaluate<{ violations: Found[] }>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")}: ${failureSummary}`),
  );
}
