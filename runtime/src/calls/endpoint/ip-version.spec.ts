import { isIP } from "node:net";
import { assert, constantFrom, array, ipV4, ipV6, oneof, property, string } from "fast-check";
import { expect, it } from "vitest";
import { ipVersion } from "./ip-version.js";
import { runs } from "../../../../test/runs.js";

it.each([
  "127.0.0.1",
  "255.255.255.255",
  "256.1.1.1",
  "01.2.3.4",
  "1.2.3",
  "1.2.3.4.",
  "1.2.3.4.5",
  "::",
  "::1",
  "1::",
  "fe80::1%eth0",
  "fe80::1%",
  "::ffff:10.0.0.1",
  "::ffff:10.0.0.256",
  "1:2:3:4:5:6:7:8",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4:5:6:7",
  "1::2::3",
  "12345::",
  ":::",
  ":1",
  "[::1]",
  "::1]",
  "localhost",
  "",
])("%j is the version that Node says", (text) => {
  expect(ipVersion(text)).toBe(isIP(text));
});

it("is the version that Node says, for any text", () => {
  const parts = constantFrom(":", "::", "0", "ffff", "10", ".", "1.2.3.4", "[", "]", "/", "@");
  const mixed = array(parts, { maxLength: 12 }).map((all) => all.join(""));
  assert(
    // Which names a zone may have differs between versions of Node.
    property(
      oneof(ipV4(), ipV6(), mixed, string()).filter((text) => !text.includes("%")),
      (text) => {
        expect(`${text} ${ipVersion(text)}`).toBe(`${text} ${isIP(text)}`);
      },
    ),
    { numRuns: runs(2_000) },
  );
});
