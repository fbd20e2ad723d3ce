import { expect } from "vitest";
import { ownCelFindings } from "./judge.fixture.js";
import { describeRandomRequests } from "./random-requests.fixture.js";
import { encode } from "./trial.fixture.js";

describeRandomRequests("rules in CEL of a public API", async ({ codecs, judge, requests }) => {
  let [asked, agreed] = [0, 0];
  const left = new Map<string, number>();
  const wrong: string[] = [];
  for (const { desc, messages } of requests) {
    for (const message of messages) {
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
  expect(wrong.slice(0, 5)).toEqual([]);
  return (
    `${asked} messages, ${agreed} violations of rules in CEL found by both, ` +
    `left to the server: ${[...left].map(([rule, times]) => `${rule} (${times})`).join(", ") || "none"}`
  );
});
