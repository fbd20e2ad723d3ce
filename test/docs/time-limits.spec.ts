import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const top = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(join(top, path), "utf8");
const page = read("docs/reference/time-limits.md");

/** Rows of the page by the first cell, with the name of their table's heading before it. */
const rows = new Map(
  page.split(/^## /m).flatMap((section) => {
    const title = section.slice(0, section.indexOf("\n"));
    const lines = [...section.matchAll(/^\| (?!-)(.*) \|$/gm)].map(([, line = ""]) => line.split(" | "));
    return lines.map((cells): [string, string] => [`${title}: ${cells[0]}`, cells.slice(1).join(" | ")]);
  }),
);

/** Where the code defines a time: the file, and the name of a constant or a member. */
const said: Readonly<Record<string, readonly [file: string, ...names: string[]]>> = {
  "Calls: `overallTimeoutMs`": ["runtime/src/base/defaults.ts", "overallTimeoutMs"],
  "Calls: `timeoutMs`": ["runtime/src/base/defaults.ts", "timeoutMs"],
  "Calls: `attemptTimeoutMs`": ["runtime/src/base/defaults.ts", "attemptTimeoutMs"],
  "Calls: `unansweredTimeoutMs`": ["runtime/src/base/defaults.ts", "unansweredTimeoutMs"],
  "Calls: `retry.baseDelayMs`": ["runtime/src/base/defaults.ts", "baseDelayMs"],
  "Calls: `retry.maxDelayMs`": ["runtime/src/base/defaults.ts", "maxDelayMs"],
  "Calls: `retry.maxRetryAfterMs`": ["runtime/src/base/defaults.ts", "maxRetryAfterMs"],
  "Operations and `modify`: `pollIntervalMs`": ["runtime/src/base/defaults.ts", "pollIntervalMs"],
  "Connections: `connectTimeoutMs`": ["runtime/src/base/defaults.ts", "connectTimeoutMs"],
  "Connections: `keepaliveMs`": ["runtime/src/base/defaults.ts", "keepaliveMs"],
  "Connections: `graceMs`": ["runtime/src/base/defaults.ts", "graceMs"],
  "Connections: acknowledgment of a ping with active calls": [
    "runtime/src/base/defaults.ts",
    "keepaliveTimeoutMs",
  ],
  "Connections: acknowledgment of a ping on an idle connection": [
    "runtime/src/network/transport/connection/connection.ts",
    "idlePingTimeoutMs",
  ],
  "Connections: silence after data before a ping checks the frame boundaries": [
    "runtime/src/network/transport/connection/desync-detector.ts",
    "quietMs",
  ],
  "Connections: acknowledgment of that ping": [
    "runtime/src/network/transport/connection/desync-detector.ts",
    "ackTimeoutMs",
  ],
  "Connections: a server's SETTINGS, after its first bytes": [
    "runtime/src/network/transport/connection/handshake.ts",
    "settingsTimeoutMs",
  ],
  "Connections: idle time after which a ping precedes a call": [
    "runtime/src/network/transport/connection/idle-timeout.ts",
    "pingAfterIdleMs",
  ],
  "Connections: idle time after which a connection is closed": [
    "runtime/src/network/transport/connection/idle-timeout.ts",
    "idleTimeoutMs",
  ],
  "Connections: longest server pushback that `modify`, `wait()` and a login by HTTP accept": [
    "runtime/src/calls/chain/retry-rule.ts",
    "maxAskedMs",
  ],
  "Connections: pauses between attempts to connect": [
    "runtime/src/network/transport/connection/reconnect-backoff.ts",
    "initialMs",
    "maxMsWithCalls",
  ],
  "Connections: time without TCP until the next address is tried too": [
    "runtime/src/network/transport/connection/happy-eyeballs.ts",
    "connectionAttemptDelayMs",
  ],
  "Connections: the same after TCP, without progress in the handshakes": [
    "runtime/src/network/transport/connection/happy-eyeballs.ts",
    "handshakeDelayMs",
  ],
  "Connections: how long an address that failed is tried last": [
    "runtime/src/network/transport/connection/address-health.ts",
    "failureMemoryMs",
  ],
  "Logins: `timeoutMs` of the session": ["runtime/src/base/defaults.ts", "timeoutMs"],
  "Logins: `timeoutMs`": ["runtime/src/session/auth/command-token.ts", "forceAfterMs"],
  "Logins: one request of a login by HTTP": ["runtime/src/session/auth/http-exchange.ts", "requestTimeoutMs"],
  "Logins: how long a file of `fileToken` or `metadataToken` is reused": [
    "runtime/src/session/auth/local-token.ts",
    "rereadAfterMs",
  ],
  "Logins: answer to `metadataToken`": ["runtime/src/session/auth/metadata-request.ts", "timeoutMs"],
  "Logins: how long a [login in a browser](../how-to/log-in.md) may take": [
    "runtime/src/session/login/login-request.ts",
    "browserLimitMs",
  ],
  "Logins: how long a login with a device code may take": [
    "runtime/src/session/login/device-login.ts",
    "deviceLimitMs",
  ],
  "Logins: lifetime of the JWT that a service account signs": [
    "runtime/src/session/auth/jwt-content.ts",
    "lifetimeSeconds",
  ],
  "Logins: lifetime of a token without a stated lifetime": [
    "runtime/src/session/auth/access-token.ts",
    "unknownLifetimeMs",
  ],
  "Logins: maximum lifetime of a token": ["runtime/src/session/auth/access-token.ts", "maxLifetimeMs"],
  "Logins: how long a new token that the server rejects stays in use": [
    "runtime/src/session/auth/token-source.ts",
    "holdMs",
  ],
  "Logins: pauses between failed refreshes, while the token is still valid": [
    "runtime/src/session/auth/token-source.ts",
    "baseDelayMs",
    "maxDelayMs",
  ],
  "The emulator: `operationDelayMs`": ["emulator/src/options/settings.ts", "operationDelayMs"],
  "The emulator: `tokenLifetimeMs`": ["emulator/src/options/settings.ts", "tokenLifetimeMs"],
  "The emulator: `idempotencyLifetimeMs`": ["emulator/src/options/settings.ts", "idempotencyLifetimeMs"],
  "The emulator: `retentionMs`": ["emulator/src/options/settings.ts", "retentionMs"],
};

/** Interfaces of options that have times, with these: whatever is called so in the sources. */
const options = ["runtime/src", "emulator/src"].flatMap((folder) =>
  readdirSync(join(top, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.(?:spec|fixture)\.ts$/.test(name))
    .flatMap((name) => {
      const interfaces = read(`${folder}/${name}`).matchAll(
        /^export interface (\w*Options)\b[^{]*\{\n([^]*?)^\}/gm,
      );
      return [...interfaces].map(([, title = "", body = ""]) => ({
        title,
        times: [...body.matchAll(/^ {2}readonly (\w+Ms)\??:/gm)].map(([, time = ""]) => time),
      }));
    })
    .filter(({ times }) => times.length > 0),
);

/** A time that the code says, in milliseconds: `const name = 10_000;`, `name: 15 * 60_000,`, `?? dayMs / 2`. */
function millisecondsOf(text: string, name: string): number {
  const before = `(?:const ${name} =|\\b${name}: options\\.${name} \\?\\?|\\b${name}:)`;
  const [, said = ""] = new RegExp(`${before} \\[?(\\d[\\d_*/ ]*|Infinity|dayMs[/ \\d]*)`).exec(text) ?? [];
  if (said === "") throw new Error(`the code says no time for ${name}`);
  const [first = "", ...rest] = said
    .replaceAll("_", "")
    .replaceAll("dayMs", "24 * 60 * 60 * 1000")
    .split(/ (?=[*/])/);
  const value = rest.reduce((product, one) => {
    const factor = Number(one.slice(2));
    return one.startsWith("*") ? product * factor : product / factor;
  }, Number(first));
  return name.endsWith("Seconds") ? value * 1000 : value;
}

/** The time as the page writes it. */
function written(ms: number): string {
  if (ms === Infinity) return "forever";
  if (ms === 0) return "0";
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  // A minute is 60 s on the page.
  if (ms % 60_000 === 0 && ms > 60_000) return `${ms / 60_000} min`;
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}

describe("the page of time limits", () => {
  it.each(Object.entries(said))("says the time of the code for %s", (row, [file, ...names]) => {
    const cells = rows.get(row);
    for (const name of names) {
      const time = written(millisecondsOf(read(file), name)).replaceAll(/\W/g, "\\$&");
      expect(`${row}: ${cells}`).toMatch(new RegExp(`(?<![\\d.])${time}(?!\\w)`));
    }
  });

  it("has no row with a time that the code is not asked for", () => {
    const tables = [...rows].filter(([title]) =>
      /^(?:Calls|Operations|Connections|Logins|The emulator)/.test(title),
    );
    const timed = tables
      .filter(([, cells]) => /(?:^|\| )(?:\d+ (?:ms|s|min|h)\b|0 \||forever)/.test(cells))
      .map(([row]) => row);
    expect(timed.length).toBeGreaterThan(20);
    expect(timed.filter((row) => !(row in said))).toEqual([]);
  });

  it.each(options)("names every time of $title", ({ times }) => {
    expect(times.filter((time) => !new RegExp(`\\b${time}\``).test(page))).toEqual([]);
  });

  it("looks at all options", () => {
    const titles = options.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining(["SessionOptions", "CallOptions", "EmulatorOptions", "WaitOptions"]),
    );
  });
});
