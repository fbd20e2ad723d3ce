import { expect, it } from "vitest";
import { describeFinding } from "../explain/describe-finding.js";
import { compareRules } from "./rules.js";

const expression = Array.from({ length: 9 }, (_, at) => `this.a != 'name-${at}'`).join(" && ");
const rule = (message: string): ReadonlyMap<string, object> => new Map([["cel:a", { expression, message }]]);
const subject = { key: "", title: "Disk", role: "message", place: undefined } as const;

it.each([
  ["a must not be reserved", "`Disk` now has the rule `a must not be reserved`"],
  ["", `\`Disk\` now has the rule \`cel:a: ${JSON.stringify(expression)}\``],
])("a rule in CEL is shown by its message, or whole: %j", (message, want) => {
  const rules = rule(message) as Parameters<typeof compareRules>[1];
  expect(
    compareRules(new Map(), rules).map((difference) => describeFinding({ subject, difference })),
  ).toEqual([want]);
});
