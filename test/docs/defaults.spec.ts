import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defaults } from "../../runtime/src/base/defaults.js";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

type Name = keyof typeof defaults;

/** Each option whose doc comment states a default of the table, with the files that have it. */
const comments: readonly (readonly [file: string, option: string, name: Name])[] = [
  ...(
    [
      "timeoutMs",
      "attemptTimeoutMs",
      "overallTimeoutMs",
      "connectTimeoutMs",
      "pollIntervalMs",
      "keepaliveMs",
      "maxReceiveBytes",
      "windowBytes",
    ] as const
  ).map((name) => ["runtime/src/session/core/session-options.ts", name, name] as const),
  ...(["attemptTimeoutMs", "baseDelayMs", "maxDelayMs", "maxRetryAfterMs"] as const).map(
    (name) => ["runtime/src/calls/chain/call-options.ts", name, name] as const,
  ),
  ["runtime/src/session/core/session-options.ts", "pollIntervalMs", "maxPollIntervalMs"],
  ["runtime/src/session/core/session-options.ts", "keepaliveMs", "keepaliveTimeoutMs"],
  ["runtime/src/session/core/session-options.ts", "windowBytes", "maxWindowBytes"],
  ["runtime/src/session/web/web-options.ts", "unansweredTimeoutMs", "unansweredTimeoutMs"],
  ["runtime/src/session/core/session.ts", "graceMs", "graceMs"],
  ["runtime/src/session/auth/command-token.ts", "timeoutMs", "commandTimeoutMs"],
  ["runtime/src/server/web/web-handler.ts", "maxReceiveBytes", "serverMaxReceiveBytes"],
  ["runtime/src/calls/modify/modify-options.ts", "timeoutMs", "conflictTimeoutMs"],
];

/** The value as comments and pages write it: `100 ms`, `60 s`, `15 min`, `64 MiB`. */
function written(name: Name): string {
  const value = defaults[name];
  if (name.endsWith("Bytes")) return `${value / 1024 ** 2} MiB`;
  if (value % 60_000 === 0 && value > 60_000) return `${value / 60_000} min`;
  return value % 1_000 === 0 ? `${value / 1_000} s` : `${value} ms`;
}

/** Matches the value as a whole: not the `0 s` of `10 s`. */
const whole = (value: string): RegExp => new RegExp(`(?<![\\d.,])${value}(?!\\w)`);

/** The doc comment of an option, without its line breaks. */
function commentOf(file: string, option: string): string {
  const found = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*readonly ${option}\\??:`).exec(read(file));
  if (!found) throw new Error(`${file} has no option ${option} with a comment`);
  return (found[1] ?? "").replaceAll(/\s*\n\s*\* ?/g, " ");
}

describe("the defaults", () => {
  it.each(comments)("of %s: %s are those of the table (%s)", (file, option, name) => {
    expect(commentOf(file, option)).toMatch(whole(written(name)));
  });

  it.each([
    ["`timeoutMs` | `commandToken`", "commandTimeoutMs"],
    ["`unansweredTimeoutMs` | session over `fetch`", "unansweredTimeoutMs"],
    ["`timeoutMs` | `modify`", "conflictTimeoutMs"],
  ] as const)("that docs/reference/time-limits.md states of %s are those of the table", (row, name) => {
    const line = read("docs/reference/time-limits.md")
      .split("\n")
      .find((one) => one.startsWith(`| ${row} |`));
    expect(line).toMatch(whole(written(name)));
  });
});
