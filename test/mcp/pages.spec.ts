import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { type Agent, openAgent, openCloud } from "./connect.fixture.js";
import { openPlace } from "./place.fixture.js";
import { platform } from "./platform.fixture.js";

const allow = ["create", "change", "destroy"] as const;

interface World extends AsyncDisposable {
  readonly agent: Agent;
  /** The instance that is there before; empty for none. */
  readonly there: string;
}

async function openPlatform(): Promise<World> {
  const place = await openPlace(platform(), { operationDelayMs: 0 });
  const dispose = () => place[Symbol.asyncDispose]();
  return { agent: await place.open({ allow }), there: "", [Symbol.asyncDispose]: dispose };
}

async function openSample(): Promise<World> {
  const cloud = await openCloud({ operationDelayMs: 0 });
  const there = await cloud.make("web-1", { cpu: 4 });
  const dispose = () => cloud[Symbol.asyncDispose]();
  return { agent: await openAgent(await cloud.api({ allow })), there, [Symbol.asyncDispose]: dispose };
}

/** Pages, with what is there before, and the number of changes that they show. */
const pages: readonly (readonly [string, () => Promise<World>, number])[] = [
  ["docs/mcp.md", openPlatform, 7],
  ["README.md", openSample, 1],
];

it.each(pages)(
  "%s shows a session as it runs: STRATUS_PAGES=write shows it anew",
  async (name, open, changes) => {
    const path = join(root, name);
    const page = readFileSync(path, "utf8");
    await using world = await open();
    const { agent, there } = world;
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
    steady(there);
    let shown = "";
    for (const part of page.split(/(?<=^```\n)(> \w+ \{[\s\S]*?)(?=^```$)/m)) {
      if (!part.startsWith("> ")) {
        shown += part;
        continue;
      }
      for (const [, tool = "", given = ""] of part.matchAll(/^> (\w+) (.*)$/gm)) {
        const { text, isError } = await agent.call(tool, JSON.parse(real(given)) as object);
        expect(isError, text).toBe(false);
        // The first page has what is said of the data, and not all of it.
        const told = there === "" ? text : (text.split("\nData of the API")[0] ?? "");
        shown += `> ${tool} ${given}\n${steady(told)}\n`;
      }
    }
    if (process.env["STRATUS_PAGES"] === "write") writeFileSync(path, shown);
    expect(shown).toBe(page);
    expect(page.match(/^> (?:apply|destroy) /gm)).toHaveLength(changes);
  },
);
