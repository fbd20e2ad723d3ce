import { env } from "node:process";
import { describe, expect, it } from "vitest";
import { loadCodecsOf } from "../oracle/codecs.fixture.js";
import { openJudge, ownCelFindings } from "./judge.fixture.js";
import { MessageDrawer } from "./random-messages.fixture.js";
import { linkRuledApi, requestsOf, ruledApis } from "./ruled-apis.fixture.js";
import { dice, encode } from "./trial.fixture.js";

/** Messages of each type. */
const count = Number(env["RULES_MESSAGES"] ?? 500);

describe("rules in CEL of a public API", { timeout: 3_600_000 }, () => {
  it.each(ruledApis.map((api) => [api.name, api] as const))(
    "get the same verdicts: %s",
    async (name, api) => {
      const files = linkRuledApi(api);
      await using codecs = await loadCodecsOf(files);
      const judge = openJudge(files);
      let [asked, agreed] = [0, 0];
      const left = new Map<string, number>();
      const wrong: string[] = [];
      for (const [index, desc] of requestsOf(files).entries()) {
        for (const message of new MessageDrawer(judge, dice(index + 1)).messages(desc, count)) {
          const bytes = encode(message);
          const want = bytes && judge.judgeCel(desc, bytes);
          if (!bytes || !want) continue;
          asked++;
          const got = await ownCelFindings(codecs.codec(desc), bytes);
          agreed += got.filter((one) => want.includes(one)).length;
          wrong.push(...got.filter((one) => !want.includes(one)).map((one) => `${desc.typeName}: ${one}`));
          for (const one of want.filter((each) => !got.includes(each))) {
            const rule = one.split(" ").at(-1) ?? "";
            left.set(rule, (left.get(rule) ?? 0) + 1);
          }
        }
      }
      console.log(
        `${name}: ${asked} messages, ${agreed} violations of rules in CEL found by both, ` +
          `left to the server: ${[...left].map(([rule, times]) => `${rule} (${times})`).join(", ") || "none"}`,
      );
      expect(wrong.slice(0, 5)).toEqual([]);
    },
  );
});
