import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "@stratus/emulator";
import { expect, it } from "vitest";
import { commandLine } from "./test-host.fixture.js";
import { root } from "../repository.fixture.js";

/** Pages, with the commands that come before those that they show. */
const pages: readonly (readonly [string, readonly string[], number])[] = [
  ["docs/how-to/use-the-command-line.md", [], 5],
];

/** The words of a line of a shell; quotes are single ones. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

it.each(pages)(
  "%s shows what commands print: STRATUS_PAGES=write shows it anew",
  async (name, before, least) => {
    const path = join(root, name);
    const page = readFileSync(path, "utf8");
    await using emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
    const env = {
      CLOUD_TOKEN: emulator.issueToken(),
      CLOUD_ENDPOINT: emulator.address,
      CLOUD_INSECURE: "true",
      CLOUD_API_DOMAIN: emulator.apiDomain,
    };
    const acme = commandLine("@svc/cloud", { env });
    const ids = new Map<string, string>();
    /** Ids are counted, and times are one, so that the page stays the same. */
    const steady = (text: string): string =>
      text
        .replace(/\b(instance|operation|disk)-[a-z0-9]{16}\b/g, (id, kind: string) => {
          const count = [...ids.values()].filter((one) => one.startsWith(kind)).length;
          if (!ids.has(id)) ids.set(id, `${kind}-${count + 1}`);
          return ids.get(id) ?? id;
        })
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2030-01-01T00:00:00Z")
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "01234567-89ab-4cde-8f01-23456789abcd")
        .replace(/ +(RUNNING) +\d+s$/gm, "  $1  1s")
        .replace(/^(NAME) +(ID) +(STATE) +AGE$/gm, "NAME   ID          STATE    AGE");
    const real = (word: string): string => [...ids].find(([, shown]) => shown === word)?.[0] ?? word;
    for (const line of before) steady((await acme(wordsOf(line))).screen);
    let shown = "";
    for (const part of page.split(/(?<=^```\n)(\$ acme [\s\S]*?)(?=^```$)/m)) {
      if (!part.startsWith("$ acme ")) {
        shown += part;
        continue;
      }
      for (const [, line = ""] of part.matchAll(/^\$ acme (.*)$/gm)) {
        const { screen } = await acme(wordsOf(line).map(real));
        shown += `$ acme ${line}\n${steady(screen)}`;
      }
    }
    if (process.env["STRATUS_PAGES"] === "write") writeFileSync(path, shown);
    expect(shown).toBe(page);
    expect(page.match(/^\$ acme /gm)?.length).toBeGreaterThanOrEqual(least);
  },
);
