/**
 * The tests that take longer than `npm test` may, from tools/long-tests.json. `npm run long -- NAME` runs one,
 * `.github/workflows/nightly.yml` runs each, and test/README.md prints the table.
 */
import { readFileSync } from "node:fs";
import { sourcePackages } from "./requirements.mjs";
import { parseStep } from "./steps.mjs";

export const longTests = JSON.parse(readFileSync(new URL("long-tests.json", import.meta.url), "utf8"));

const isInside = (inner, outer) => inner === outer || inner.startsWith(`${outer}/`);

export function testsFor(path) {
  return longTests.filter(({ guards }) =>
    guards.some((guard) => isInside(path, guard) || isInside(guard, path)),
  );
}

const config = "vitest run --config vitest.long.config.ts --project";

export function commandsOf({ run }, more = []) {
  const steps = run.map(parseStep);
  const taker = steps.some(({ program }) => program === "node") ? /^node$/ : /^(?:long|engines|vitest)$/;
  return steps.map(({ variables, program, args }) => {
    const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    const word = program === "long" || program === "engines" ? `${config} ${program}` : program;
    // npm takes only the first `--` away.
    const given = taker.test(program) ? more.filter((one) => one !== "--") : [];
    return { text: [...assignments, word, ...args].join(" "), more: given };
  });
}

export function nightlyJobs() {
  return longTests
    .filter(({ isManual }) => isManual !== true)
    .map(({ name, needs = [], limitMinutes }) => ({
      name,
      needs: needs.filter((need) => need !== sourcePackages).join(" "),
      limitMinutes,
    }));
}

export function markdownTable(rows) {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [head, widths.map((width) => "-".repeat(width)), ...body].map(line).join("\n");
}

const code = (texts) => texts.map((text) => `\`${text}\``).join(", ");

export function longTestsTable() {
  return markdownTable([
    ["name", "promise", "after a change in", "needs", "at most"],
    ...longTests.map(({ name, what, guards, needs = [], clones = {}, programs = {}, limitMinutes }) => [
      `\`${name}\``,
      what,
      code(guards),
      [
        ...needs,
        ...Object.keys(programs).map((variable) => `\`${variable}\``),
        ...(Object.keys(clones).length > 0 ? ["clones"] : []),
      ].join(", "),
      `${limitMinutes} min`,
    ]),
  ]);
}
