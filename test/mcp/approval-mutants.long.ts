import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { Api } from "../../mcp/src/calls/api.js";
import { questionText } from "../../mcp/src/plans/approval.js";
import { makePlan } from "../../mcp/src/plans/make-plan.js";
import { Plans } from "../../mcp/src/plans/plans.js";
import { describeWhole } from "../../mcp/src/plans/whole-change.js";
import { type ApprovalCode, tryApprovals } from "./approval-law.fixture.js";
import type { Place } from "./place.fixture.js";
import { openVolumes } from "./volumes.fixture.js";

/** Bugs that somebody may put into the code of approvals: what it does, the file, a line of it, and the line with the bug. */
const mutants = String.raw`
cuts values at 60 characters: plans/request-text.ts
- return isInteger ? value : exactText(value);
+ return isInteger ? value : exactText(value.slice(0, 60));
folds white space: plans/request-text.ts
- return isInteger ? value : exactText(value);
+ return isInteger ? value : exactText(value.replace(/\s+/g, " "));
trims white space: plans/request-text.ts
- return isInteger ? value : exactText(value);
+ return isInteger ? value : exactText(value.trim());
shows twelve values: plans/request-text.ts
- return entries.map(
+ return entries.slice(0, 12).map(
removes invisible characters: text/exact-text.ts
- const pattern =
+ text = text.replace(/\p{Default_Ignorable_Code_Point}|\u2800/gu, ""); const pattern =
writes numbers and texts alike: text/exact-text.ts
- && !literal.test(text)
+
leaves out the name of a resource that was read: plans/request-text.ts
- return path.length === 0 &&
+ return path[0] === "name" ? [] : path.length === 0 &&
leaves out the names of what is created: plans/request-text.ts
- return path.length === 0 &&
+ return ["id", "name", "parent"].includes(path.at(-1) ?? "") ? [] : path.length === 0 &&
writes keys without quotes: text/exact-text.ts
- /^[\w-]+$/.test(step) ? step
+ /^[\w-. ]*$/.test(step) ? step
shows long values without their digest: text/exact-text.ts
- .update(bytes)
+ .update("")
shows secrets without their digest: plans/request-text.ts
- this.#parts.secretDigest(JSON.stringify(value))
+ ""
shows lists by their length: plans/request-text.ts
- const { value, form } = part;
+ const { value, form } = part; if (Array.isArray(value)) return String(value.length);
cuts the question: plans/approval.ts
- if (!isWhole || question.length > maxQuestionLength) return undefined;
+ if (question.length > maxQuestionLength) return question.slice(0, maxQuestionLength);
leaves out messages in lists: plans/request-text.ts
- const { value, form } = part;
+ const { value, form } = part; if (isJsonObject(value)) return "{}";
cuts values on the page: plans/whole-change.ts
- return { sent, says: undefined };
+ return { sent: { ...sent, entries: sent.entries.map(([path, value]) => [path, value.slice(0, 60)] as const) }, says: undefined };
shows only names on the page of an update: plans/whole-change.ts
- return { sent, says: {
+ return { sent: { ...sent, entries: sent.entries.filter(([path]) => path.endsWith("name")) }, says: {
trusts a version that does not change: plans/resource-facts.ts
- digest(JSON.stringify([versions, writable(service, type, resource)]))
+ digest(JSON.stringify(versions))
`
  .trim()
  .split(/\n(?![-+])/)
  .map(
    (mutant, at) => [...(/^(.*): (.*)\n- (.*)\n\+ ?(.*)$/.exec(mutant) ?? []).slice(1), `m${at}`] as const,
  );

let place: Place;
let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mutants-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  place = await openVolumes();
});
afterAll(async () => {
  await place?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Loads a copy of the server, with a bug. */
async function load(file = "", text = "", replacement = "", copy = ""): Promise<ApprovalCode> {
  const sources = join(folder, copy);
  cpSync(join(root, "mcp/src"), sources, { recursive: true, filter: (path) => !path.endsWith(".spec.ts") });
  const path = join(sources, file);
  const whole = readFileSync(path, "utf8");
  expect(whole.split(text), `${file} has ${text} once`).toHaveLength(2);
  writeFileSync(path, whole.split(text).join(replacement));
  const files = ["calls/api", "plans/plans", "plans/make-plan", "plans/approval", "plans/whole-change"];
  const modules = files.map(
    (one) => import(/* @vite-ignore */ join(sources, `${one}.ts`)) as Promise<object>,
  );
  return Object.assign({}, ...(await Promise.all(modules))) as ApprovalCode;
}

describe("the law of approvals", () => {
  it("holds for 10,000 pairs of changes", async () => {
    const tried = await tryApprovals(place, { Api, Plans, makePlan, questionText, describeWhole }, 10_000);
    expect(tried).toBeGreaterThan(5_000);
  }, 1_800_000);

  it.each(mutants)(
    "fails if the code %s",
    async (_, ...mutant) => {
      const code = await load(...mutant);
      const error: unknown = await tryApprovals(place, code, 3_000, true).catch((reason: unknown) => reason);
      expect(String((error as Error).cause)).toMatch(/two changes is the same/);
    },
    600_000,
  );
});
