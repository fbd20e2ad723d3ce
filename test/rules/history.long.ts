import { join } from "node:path";
import { env } from "node:process";
import { type DescMessage, toBinary } from "@bufbuild/protobuf";
import { DescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { refusedNow, stepsOf } from "./history.fixture.js";
import { checkouts, ruledApis } from "./ruled-apis.fixture.js";
import { toldOf } from "./told.fixture.js";
import { unexplained, whyDark } from "./witness.fixture.js";

/** Messages of each type in each step. */
const count = Number(env["RULES_MESSAGES"] ?? 100);

/** Beginnings of commits, to look at these alone. */
const commits = env["RULES_COMMITS"]?.split(",");

/** A clone with its history. */
const repository = env["STRATUS_RULED_HISTORY"] ?? join(checkouts(), "registry-proto");

describe("the history of a public API that states rules", { timeout: 3_600_000 }, () => {
  it("has no tightening that is not told, and messages that show what is told", () => {
    const [registry] = ruledApis;
    let [steps, types] = [0, 0];
    const [told, shown, untold] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const dark = new Map<string, string>();
    for (const step of stepsOf(registry!, repository, commits)) {
      steps++;
      const place = (element: string): string => `${step.commit.slice(0, 8)} ${element}`;
      const { tighter, changed, sent } = toldOf(step);
      for (const one of tighter.keys()) told.add(place(one));
      for (const [name, old] of step.before.messages) {
        const now = step.after.messages.get(name);
        if (!now || !sent.has(name) || isEqual(old, now)) continue;
        types++;
        for (const elements of refusedNow(name, step, count)) {
          const known = elements.find((one) => tighter.has(one));
          if (known !== undefined) shown.add(place(known));
          else if (!elements.some((one) => changed.has(one))) untold.add(place(elements[0] ?? ""));
        }
      }
      for (const [key, words] of tighter) {
        if (shown.has(place(key))) continue;
        const why = whyDark(key, words, step);
        if (why === undefined) shown.add(place(key));
        else dark.set(place(key), why);
      }
    }
    console.log(
      [
        `${steps} steps, ${types} types that changed: ${told.size} tightenings told, ${shown.size} of them shown by a message ` +
          `that was taken before and is refused now, ${dark.size} by none:`,
        ...[...dark].map(([one, why]) => `  ${one}: ${why}`),
      ].join("\n"),
    );
    expect([...untold]).toEqual([]);
    expect([...dark].filter(([, why]) => why === unexplained)).toEqual([]);
    if (!commits) expect(shown.size).toBeGreaterThan(0);
  });
});

/** The type itself is as it was. */
function isEqual(old: DescMessage, now: DescMessage): boolean {
  const [a, b] = [old, now].map(({ proto }) => toBinary(DescriptorProtoSchema, proto));
  return Buffer.from(a ?? []).equals(b ?? new Uint8Array());
}
