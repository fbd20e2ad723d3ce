import dns from "node:dns";
import { afterEach, expect, it, vi } from "vitest";
import { lookUpAddresses } from "./address-look-up.js";

afterEach(() => vi.restoreAllMocks());

const resolve = (...addresses: readonly string[]) =>
  vi
    .spyOn(dns.promises, "lookup")
    .mockImplementation((async () =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))) as never);

const { signal } = new AbortController();

it("families take turns, beginning with the one that the resolver prefers", async () => {
  resolve("::1", "::2", "10.0.0.1", "10.0.0.2", "::3");
  expect(await lookUpAddresses("api.example.com", signal)).toEqual([
    "::1",
    "10.0.0.1",
    "::2",
    "10.0.0.2",
    "::3",
  ]);
  resolve("10.0.0.1", "::1", "::2", "::3");
  expect(await lookUpAddresses("api.example.com", signal)).toEqual(["10.0.0.1", "::1", "::2", "::3"]);
});

it("an address is not looked up", async () => {
  const asked = resolve();
  expect(await lookUpAddresses("10.0.0.1", signal)).toEqual(["10.0.0.1"]);
  expect(await lookUpAddresses("::1", signal)).toEqual(["::1"]);
  expect(asked).not.toHaveBeenCalled();
});

it("who has left does not wait for the resolver", async () => {
  vi.spyOn(dns.promises, "lookup").mockImplementation(() => new Promise(() => undefined) as never);
  const stop = new AbortController();
  const looking = lookUpAddresses("api.example.com", stop.signal);
  stop.abort(new Error("closed"));
  await expect(looking).rejects.toThrow("closed");
});
