import { expect } from "vitest";
import { describeRandomRequests } from "./random-requests.fixture.js";
import { tryAll } from "./trial.fixture.js";

describeRandomRequests("random requests of a public API", async ({ files, codecs, judge, requests }) => {
  let [asked, broken, untold] = [0, 0, 0];
  const differences: string[] = [];
  for (const { desc, messages } of requests) {
    const trial = await tryAll(desc, messages, codecs, judge);
    asked += trial.asked;
    broken += trial.broken;
    untold += trial.untold;
    differences.push(...trial.differences);
  }
  expect(differences.slice(0, 5)).toEqual([]);
  expect(asked).toBeGreaterThan(broken);
  const methods = files.flatMap(({ services }) => services.flatMap((one) => one.methods)).length;
  return (
    `${methods} methods, ${requests.length} types of requests, ${asked} messages: ${broken} break a rule, ` +
    `${untold} more the judge cannot tell; no verdict differs`
  );
});
