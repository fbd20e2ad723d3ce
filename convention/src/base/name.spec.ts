import { expect, it } from "vitest";
import { nearestName } from "./name.js";

const names = ["id", "name", "publicKeyPem", "operation-delay", "session_name", "docs", "codec"];

it.each([
  ["nam", "name"],
  ["idd", "id"],
  ["nmae", "name"],
  ["di", "id"],
  ["dcos", "docs"],
  ["ID", "id"],
  ["public_key_pem", "publicKeyPem"],
  ["publicKey", "publicKeyPem"],
  ["operationdelay", "operation-delay"],
  ["operation-delays", "operation-delay"],
  ["session-nmae", "session_name"],
  ["kodec", "codec"],
  ["date", undefined],
  ["no", undefined],
  ["subject", undefined],
  ["", undefined],
])("%j most likely means %j", (misspelled, meant) => {
  expect(nearestName(misspelled, names)).toBe(meant);
});

it("the first of two names that are equally near is the one that is meant", () => {
  expect(nearestName("cate", ["gate", "date", "cat"])).toBe("gate");
});

it("names of a million letters are compared by their beginnings: by all of them it would take hours", () => {
  const endless = "a".repeat(1_000_000);
  expect(nearestName(`${endless}b`, [endless])).toBe(endless);
});
