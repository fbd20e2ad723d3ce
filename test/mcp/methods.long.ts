import { describe, expect, it } from "vitest";
import type { Api } from "../../mcp/src/calls/api.js";
import type { BuiltPackage } from "../built-package.fixture.js";
import { printFigure } from "../figures.js";
import {
  apiOf,
  figmaPackage,
  gitHubPackage,
  googlePackage,
  platformPackage,
  shipEnginePackage,
  temporalPackage,
} from "./public-apis.fixture.js";
import { questions } from "./search-questions.fixture.js";

const apis: readonly (readonly [keyof typeof questions, () => Promise<BuiltPackage>])[] = [
  ["platform", platformPackage],
  ["gitHub", gitHubPackage],
  ["google", googlePackage],
];

/** The verdicts on all reads of an API: a line for each service and verdict. */
async function verdictsOf(api: Api): Promise<string> {
  const groups = new Map<string, string[]>();
  let [allowed, all] = [0, 0];
  for (const { listed, decision } of await api.openAll()) {
    const { line, entry, name } = listed;
    if (line.effect !== "read" && line.effect !== "readByName") continue;
    all += 1;
    if ("tool" in decision) allowed += 1;
    const verdict =
      "tool" in decision ? "allowed" : decision.why.replace(`; only --allow-method ${name} allows it`, "");
    const key = `${entry.words}: ${verdict}:`;
    groups.set(key, [...(groups.get(key) ?? []), line.word]);
  }
  const lines = [...groups].map(([key, words]) => `${key} ${words.toSorted().join(" ")}`);
  return `${allowed} of ${all} reads are allowed.\n\n${lines.toSorted().join("\n")}\n`;
}

/** The questions whose methods are not among the first five. */
async function missesOf(api: Api, key: keyof typeof questions): Promise<readonly string[]> {
  const search = await api.search();
  return questions[key].flatMap(([question, methods]) => {
    const found = search.find(question).slice(0, 5);
    const wanted = methods.split("|");
    expect(
      wanted.every((name) => api.methods.get(name)),
      methods,
    ).toBe(true);
    return found.some(({ listed }) => wanted.includes(listed.name)) ? [] : [question];
  });
}

/** Counts the questions whose method is among the first five. */
async function findMost(api: Api, key: keyof typeof questions, most = 5): Promise<void> {
  const misses = await missesOf(api, key);
  printFigure(`search ${key}`, `${25 - misses.length} of 25`);
  expect(misses.length, misses.join("; ")).toBeLessThanOrEqual(most);
}

describe.each(apis)("the reads and the search of %s", (key, build) => {
  it("have these verdicts, and find 20 of 25 methods among the first five", async () => {
    await using built = await build();
    const api = await apiOf(built);
    await expect(await verdictsOf(api)).toMatchFileSnapshot(`verdicts/${key}.txt`);
    await findMost(api, key);
  });
});

// Temporal's is one large service whose methods share most of their words, and whose names for them people do not know.
describe.each([
  ["temporal", temporalPackage, 6],
  ["figma", figmaPackage, 5],
  ["shipEngine", shipEnginePackage, 5],
] as const)("the search of %s, for which nobody tuned it", (key, build, misses) => {
  it(`misses at most ${misses} of 25 methods among the first five`, async () => {
    await using built = await build();
    await findMost(await apiOf(built), key, misses);
  });
});
