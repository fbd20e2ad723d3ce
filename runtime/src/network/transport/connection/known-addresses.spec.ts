import { expect, it } from "vitest";
import { TestClock } from "../../../fixture/test-clock.fixture.js";
import { KnownAddresses } from "./known-addresses.js";

const hosts = ["10.0.0.1", "10.0.0.2", "10.0.0.3"];

it("an address that answered badly is last for a minute, on its port alone", async () => {
  const clock = new TestClock();
  const known = new KnownAddresses(clock);
  known.fail("10.0.0.1", 443);
  expect(known.order(hosts, 443)).toEqual(["10.0.0.2", "10.0.0.3", "10.0.0.1"]);
  expect(known.order(hosts, 8443)).toEqual(hosts);
  await clock.advance(60_000);
  expect(known.order(hosts, 443)).toEqual(hosts);
});

it("of several that answered badly, the one whose failure is oldest is first", async () => {
  const clock = new TestClock();
  const known = new KnownAddresses(clock);
  for (const host of hosts) {
    known.fail(host, 443);
    await clock.advance(1_000);
  }
  known.fail("10.0.0.1", 443);
  expect(known.order(hosts, 443)).toEqual(["10.0.0.2", "10.0.0.3", "10.0.0.1"]);
});

it("an address that has a connection again is where it was", () => {
  const known = new KnownAddresses(new TestClock());
  known.fail("10.0.0.1", 443);
  known.succeed("10.0.0.1", 443);
  expect(known.order(hosts, 443)).toEqual(hosts);
});
