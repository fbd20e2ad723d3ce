import { env } from "node:process";
import { describe, expect, it } from "vitest";
import { loadCodecsOf } from "../oracle/codecs.fixture.js";
import { createRequestValidator } from "./judge.fixture.js";
import { MessageDrawer } from "./random-messages.fixture.js";
import { linkRuledApi, ruledApis } from "./ruled-apis.fixture.js";
import { dice } from "./trial.fixture.js";
import { tryUpdates, updateProtos } from "./trial-updates.fixture.js";

/** Resources of each type; each field of each is changed. */
const count = Number(env["RULES_RESOURCES"] ?? 10);

/** Requests that write something are taken as specs of resources, since these APIs have field masks instead of reset masks. */
const writes = /^(?:Create|Update|Put|Set|Patch|Upsert|Add|Write|Save|Register)/;

describe("modify of resources with the rules of a public API", { timeout: 3_600_000 }, () => {
  it.each(ruledApis.map((api) => [api.name, api] as const))(
    "passes in both readings but for what is listed: %s",
    async (name, api) => {
      const requests = linkRuledApi(api).flatMap(({ messages }) =>
        messages.filter((one) => one.name.endsWith("Request") && writes.test(one.name)),
      );
      const files = linkRuledApi(api, { "trial.proto": updateProtos(requests) });
      await using codecs = await loadCodecsOf(files);
      const judge = createRequestValidator(files);
      let [made, listed, helped, types] = [0, 0, 0, 0];
      const refused: string[] = [];
      for (const index of requests.keys()) {
        const drawer = new MessageDrawer(judge, dice(index + 1));
        const trial = await tryUpdates(index, files, codecs, judge, drawer, count);
        made += trial.made;
        listed += trial.listed;
        helped += trial.helped;
        if (trial.made > 0) types++;
        refused.push(...trial.refused);
      }
      console.log(
        `${name}: ${types} of ${requests.length} types of resources, ${made} updates: ${helped} pass at a server that judges requests for what goes along, ${listed} lack what is listed, ` +
          `${refused.length} more are refused`,
      );
      expect(refused.slice(0, 5)).toEqual([]);
    },
  );
});
