import { expect, it } from "vitest";
import { CallQuota } from "./call-quota.js";

it("is what a server processed of a connection before it ended it", () => {
  const quota = new CallQuota();
  expect(quota.most).toBe(Infinity);
  quota.onGoodbye(128, 20);
  expect(quota.most).toBe(20);
  // As many as there were: nothing was refused.
  quota.onGoodbye(7, 7);
  expect(quota.most).toBe(20);
});

it("is nothing that a server on its way out shows", () => {
  const quota = new CallQuota();
  quota.onGoodbye(128, 0);
  expect(quota.most).toBe(Infinity);
});

it("grows again if the server would have taken more", () => {
  const quota = new CallQuota();
  quota.onGoodbye(128, 3);
  for (let connections = 0; connections < 5; connections++) quota.onUnderrated();
  expect(quota.most).toBe(96);
});
