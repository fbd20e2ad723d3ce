import { expect, it } from "vitest";
import { canonicalHost, isLoopback } from "./loopback.js";

it.each([
  "localhost",
  "LOCALHOST",
  "localhost.",
  "foo.LOCALHOST",
  "foo.localhost.",
  "127.0.0.1",
  "127.255.1.2",
  "127.1",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "2130706433",
  "::1",
  "[::1]",
  "::1%lo",
  "0:0:0:0:0:0:0:1",
  "::ffff:127.0.0.1",
  "[::FFFF:127.0.0.1]",
  "::ffff:7f00:1",
  "0:0:0:0:0:ffff:7f12:3456",
])("%s is this machine", (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each([
  "localhost.example.com",
  "mylocalhost",
  "127.example.com",
  "128.0.0.1",
  "::ffff:128.0.0.1",
  "::2",
  "::7f00:1",
  "64:ff9b::127.0.0.1",
  "api.example.com",
  "",
])("%j is not this machine", (host) => {
  expect(isLoopback(host)).toBe(false);
});

it.each([
  ["API.example.com.", "api.example.com"],
  ["[FD00:0::7]", "fd00::7"],
  ["fe80::1%eth0", "fe80::1"],
  ["::ffff:10.0.0.1", "10.0.0.1"],
])("%s is spelled %s", (host, canonical) => {
  expect(canonicalHost(host)).toBe(canonical);
});
