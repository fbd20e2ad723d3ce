import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { openPlace } from "./place.fixture.js";
import { platform } from "./platform.fixture.js";

const allow = ["create", "change", "destroy"] as const;

/** Pages, with the number of changes that they show. */
const pages: readonly (readonly [string, number])[] = [["docs/how-to/connect-agents.md", 1]];

it.each(pages)("%s shows a session as it runs: STRATUS_PAGES=write shows it anew", async (name, changes) => {
  const path = join(root, name);
  const page = readFileSync(path, "utf8");
  await using place = await openPlace(platform(), { operationDelayMs: 0 });
  const agent = await place.open({ allow });
  const ids = new Map<string, string>();
  const counted = (id: string, shown: (count: number) => string, kind: string): string => {
    const count = [...ids.values()].filter((one) => one.startsWith(kind)).length + 1;
    if (!ids.has(id)) ids.set(id, shown(count));
    return ids.get(id) ?? id;
  };
  /** Ids are counted, and times are one, so that the page stays the same. */
  const steady = (text: string): string =>
    text
      .replace(/\b(instance|operation|disk|network)-[a-z0-9]{16}\b/g, (id, kind: string) =>
        counted(id, (count) => `${kind}-${count}`, kind),
      )
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) =>
        counted(id, (count) => `00000000-0000-8000-a000-${String(count).padStart(12, "0")}`, "00000000"),
      )
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2030-01-01T00:00:00Z");
  const real = (text: string): string =>
    [...ids].reduce((all, [id, shown]) => all.replaceAll(new RegExp(`\\b${shown}\\b`, "g"), id), text);
  let shown = "";
  for (const part of page.split(/(?<=^```\n)(> \w+ \{[\s\S]*?)(?=^```$)/m)) {
    if (!part.startsWith("> ")) {
      shown += part;
      continue;
    }
    for (const [, tool = "", given = ""] of part.matchAll(/^> (\w+) (.*)$/gm)) {
      const { text, isError } = await agent.call(tool, JSON.parse(real(given)) as object);
      expect(isError, text).toBe(false);
      shown += `> ${tool} ${given}\n${steady(text)}\n`;
    }
  }
  if (process.env["STRATUS_PAGES"] === "write") writeFileSync(path, shown);
  expect(shown).toBe(page);
  expect(page.match(/^> (?:apply|destroy) /gm)).toHaveLength(changes);
});
