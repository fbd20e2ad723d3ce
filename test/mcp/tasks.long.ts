import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { printFigure } from "../figures.js";
import type { Cost } from "./player.fixture.js";
import { gitHubPlace } from "./tasks-github.fixture.js";
import { googlePlace, playTask, samplePlace } from "./tasks.fixture.js";
import { tokenizer } from "./tokenizer.fixture.js";

const countTokens = tokenizer("o200k_base");

interface Row extends Cost {
  readonly place: string;
  readonly words: string;
}

/** Older measures of some tasks have no cost of finding. */
type Measured = Omit<Cost, "findCalls" | "findTokens"> & Partial<Cost>;

/** What the same script measured before queries, plans of several resources and the search by an index. */
const before = new URL("tasks-before.json", import.meta.url);

const rows: Row[] = [];
afterAll(() => {
  // On a tree of that time, the script writes what the others are compared with.
  if (process.env["STRATUS_TASKS"] === "before")
    writeFileSync(before, `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n]\n`);
  const old = JSON.parse(readFileSync(before, "utf8")) as readonly (Measured & Row)[];
  const cells = ({ isDone, calls, tokens, approvals, deadEnds }: Cost): string =>
    isDone ? `${calls}, ${tokens.toLocaleString("en-US")}, ${approvals}, ${deadEnds}` : "not done";
  const withoutFinding = ({ isDone, calls, tokens, findCalls, findTokens }: Cost | Measured): string =>
    findCalls === undefined || findTokens === undefined
      ? ""
      : isDone
        ? `${calls - findCalls}, ${(tokens - findTokens).toLocaleString("en-US")}`
        : "not done";
  const withoutIds = (words: string): string => words.replace(/instance-\w+/, "X");
  const table = rows.map((row) => {
    const was = old.find(
      ({ place, words }) => place === row.place && withoutIds(words) === withoutIds(row.words),
    );
    const all = was ? [cells(was), withoutFinding(was)] : ["", ""];
    return `| ${[row.place, withoutIds(row.words), ...all, cells(row), withoutFinding(row)].join(" | ")} |`;
  });
  const head = ["API", "task", "before", "without finding", "now", "without finding"];
  const lines = [head.join(" | "), head.map(() => "---").join("|")].map((line) => `| ${line} |`);
  printFigure("tasks", [...lines, ...table].join("\n"));
});

const isBefore = process.env["STRATUS_TASKS"] === "before";

describe.each([samplePlace, googlePlace, gitHubPlace])("a script with nothing but tools", (open) => {
  it("plays the tasks of people, with names that answers have printed", async () => {
    await using place = await open();
    for (const task of place.tasks) {
      const { cost } = await playTask(place.agent, countTokens, task);
      rows.push({ place: place.name, words: task.words, ...cost });
      if (isBefore) continue;
      expect(cost.isDone, task.words).toBe(true);
      expect(cost.deadEnds, task.words).toBeLessThanOrEqual(1);
    }
    if (isBefore || place.name !== "sample") return;
    const costOf = (words: string): Row | undefined => rows.find((row) => row.words.startsWith(words));
    expect(costOf("Label all")).toMatchObject({ calls: 3, approvals: 1 });
    expect(costOf("Label all")?.tokens).toBeLessThan(1_500);
    expect(costOf("How much memory")).toMatchObject({ calls: 2, deadEnds: 0 });
    expect(costOf("How much memory")?.tokens).toBeLessThan(300);
  });
});
