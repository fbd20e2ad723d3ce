import { expect, it } from "vitest";
import { readEnvelopes, writeEnvelopes } from "./envelopes.js";

it("messages of a stream are read as they were written", () => {
  const messages = [{}, { name: "東京" }, { list: [1, 2] }];
  const bytes = writeEnvelopes(messages);
  expect([...readEnvelopes(bytes)]).toEqual(messages.map((value) => ({ isEnd: false, value })));
  expect([...bytes.subarray(0, 7)]).toEqual([0, 0, 0, 0, 2, 0x7b, 0x7d]);
});

it("the last message is marked, and an incomplete one is not read", () => {
  const bytes = writeEnvelopes([{ a: 1 }, { b: 2 }]);
  bytes[0] = 2;
  expect([...readEnvelopes(bytes.subarray(0, -1))]).toEqual([{ isEnd: true, value: { a: 1 } }]);
});
