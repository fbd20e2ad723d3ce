import { env } from "node:process";
import { describe, expect, it } from "vitest";
import { loadCodecsOf } from "../oracle/codecs.fixture.js";
import { openJudge } from "./judge.fixture.js";
import { MessageDrawer } from "./random-messages.fixture.js";
import { linkRuledApi, requestsOf, ruledApis } from "./ruled-apis.fixture.js";
import { dice, tryAll } from "./trial.fixture.js";

/** Messages of each type. */
const count = Number(env["RULES_MESSAGES"] ?? 500);

describe("random requests of a public API", { timeout: 3_600_000 }, () => {
  it.each(ruledApis.map((api) => [api.name, api] as const))(
    "get the same verdicts: %s",
    async (name, api) => {
      const files = linkRuledApi(api);
      await using codecs = await loadCodecsOf(files);
      const judge = openJudge(files);
      const requests = requestsOf(files);
      let [asked, broken, untold] = [0, 0, 0];
      const differences: string[] = [];
      for (const [index, desc] of requests.entries()) {
        const drawer = new MessageDrawer(judge, dice(index + 1));
        const trial = await tryAll(desc, drawer.messages(desc, count), codecs, judge);
        asked += trial.asked;
        broken += trial.broken;
        untold += trial.untold;
        differences.push(...trial.differences);
      }
      const methods = files.flatMap(({ services }) => services.flatMap((one) => one.methods)).length;
      console.log(
        `${name}: ${methods} methods, ${requests.length} types of requests, ${asked} messages: ${broken} break a rule, ` +
          `${untold} more the judge cannot tell; ${differences.length} verdicts differ`,
      );
      expect(differences.slice(0, 5)).toEqual([]);
      expect(asked).toBeGreaterThan(broken);
    },
  );
});
