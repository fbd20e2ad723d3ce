import { expect, it } from "vitest";
import { TestClock } from "../../../fixture/test-clock.fixture.js";
import { AddressHealth } from "./address-health.js";

const hosts = ["10.0.0.1", "10.0.0.2", "10.0.0.3"];

it("an address that answered badly is last for a minute, on its port alone", async () => {
  const clock = new TestClock();
  const health = new AddressHealth(clock);
  health.markFailed("10.0.0.1", 443);
  expect(health.sort(hosts, 443)).toEqual(["10.0.0.2", "10.0.0.3", "10.0.0.1"]);
  expect(health.sort(hosts, 8443)).toEqual(hosts);
  await clock.advance(60_000);
  expect(health.sort(hosts, 443)).toEqual(hosts);
});

it("of several that answered badly, the one whose failure is oldest is first", async () => {
  const clock = new TestClock();
  const health = new AddressHealth(clock);
  for (const host of hosts) {
    health.markFailed(host, 443);
    await clock.advance(1_000);
  }
  health.markFailed("10.0.0.1", 443);
  expect(health.sort(hosts, 443)).toEqual(["10.0.0.2", "10.0.0.3", "10.0.0.1"]);
});

it("an address that has a connection again is where it was", () => {
  const health = new AddressHealth(new TestClock());
  health.markFailed("10.0.0.1", 443);
  health.markHealthy("10.0.0.1", 443);
  expect(health.sort(hosts, 443)).toEqual(hosts);
});
