import { expect, it } from "vitest";
import { CallQuota } from "./call-quota.js";

it("is what a server processed of a connection before it ended it", () => {
  const quota = new CallQuota();
  expect(quota.maxCalls).toBe(Infinity);
  quota.onGoaway(128, 20);
  expect(quota.maxCalls).toBe(20);
  // As many as there were: nothing was refused.
  quota.onGoaway(7, 7);
  expect(quota.maxCalls).toBe(20);
});

it("is not lowered by a server that shuts down", () => {
  const quota = new CallQuota();
  quota.onGoaway(128, 0);
  expect(quota.maxCalls).toBe(Infinity);
});

it("grows again if the server would have taken more", () => {
  const quota = new CallQuota();
  quota.onGoaway(128, 3);
  for (let connections = 0; connections < 5; connections++) quota.raise();
  expect(quota.maxCalls).toBe(96);
});
