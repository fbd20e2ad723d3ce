import { env } from "node:process";
import type { DescFile, DescMessage } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { describe, it } from "vitest";
import { type Codecs, loadCodecsOf } from "../oracle/codecs.fixture.js";
import { type Judge, createRequestValidator } from "./judge.fixture.js";
import { MessageDrawer } from "./random-messages.fixture.js";
import { linkRuledApi, requestsOf, ruledApis } from "./ruled-apis.fixture.js";
import { dice } from "./trial.fixture.js";

/** Messages of each type. */
const count = Number(env["RULES_MESSAGES"] ?? 500);

/** A public API with its codecs, its judge, and the types of its requests with random messages. */
export interface RandomRequests {
  readonly files: readonly DescFile[];
  readonly codecs: Codecs;
  readonly judge: Judge;
  readonly requests: readonly { readonly desc: DescMessage; readonly messages: Iterable<ReflectMessage> }[];
}

/** Declares a test for each public API that states rules, which prints what it says of it. */
export function describeRandomRequests(
  title: string,
  compare: (api: RandomRequests) => Promise<string>,
): void {
  describe(title, { timeout: 3_600_000 }, () => {
    it.each(ruledApis.map((api) => [api.name, api] as const))(
      "get the same verdicts: %s",
      async (name, api) => {
        const files = linkRuledApi(api);
        await using codecs = await loadCodecsOf(files);
        const judge = createRequestValidator(files);
        const requests = requestsOf(files).map((desc, index) => ({
          desc,
          messages: new MessageDrawer(judge, dice(index + 1)).messages(desc, count),
        }));
        console.log(`${name}: ${await compare({ files, codecs, judge, requests })}`);
      },
    );
  });
}
