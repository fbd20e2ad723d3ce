import { describe, expect, it } from "vitest";
import { OptionsError } from "./options-error.js";
import { rejection } from "./server.fixture.js";
import { Session } from "./session.js";
import { readSettings } from "./settings.js";

describe("a base URL", () => {
  it.each([
    ["https://a.test", "https://a.test"],
    ["https://a.test/", "https://a.test"],
    ["https://a.test///", "https://a.test"],
    ["https://a.test/api", "https://a.test/api"],
    ["https://a.test/api/v1//", "https://a.test/api/v1"],
    ["HTTP://A.test:80/", "http://a.test"],
    [new URL("http://[::1]:8080/x/"), "http://[::1]:8080/x"],
  ])("%s puts paths behind %s", (baseUrl, want) => {
    expect(readSettings({ baseUrl }).baseUrl).toBe(want);
  });

  it.each([
    "",
    "/api",
    "a.test",
    "ftp://a.test",
    "file:///a",
    "https://a.test?x=1",
    "https://a.test#x",
    "https://me:hunter2@a.test",
  ])("%s is refused, and not shown", async (baseUrl) => {
    const error = await rejection(Promise.resolve().then(() => new Session({ baseUrl })));
    expect(error).toBeInstanceOf(OptionsError);
    expect(error).toMatchObject({ code: "OPTION_INVALID", option: "baseUrl" });
    expect(String(error)).not.toContain("hunter2");
  });
});

it.each([
  ["validate", "stric", "report, off, strict"],
  ["validateRequests", "on", "default, report, off, strict"],
])("the option %s is refused as %j", (name, value, known) => {
  expect(() => new Session({ baseUrl: "https://a.test", [name]: value })).toThrow(
    `${name} must be one of ${known}`,
  );
});

describe("numbers of the options", () => {
  it.each([
    ["timeoutMs", { timeoutMs: 0 }],
    ["timeoutMs", { timeoutMs: Number.NaN }],
    ["attemptTimeoutMs", { attemptTimeoutMs: -1 }],
    ["retry.maxAttempts", { retry: { maxAttempts: 0 } }],
    ["retry.baseDelayMs", { retry: { baseDelayMs: Number.NaN } }],
    ["retry.maxRetryAfterMs", { retry: { maxRetryAfterMs: -5 } }],
  ])("such as a bad %s are refused by name", (name, options) => {
    const option = name.replace("retry.", "");
    expect(() => readSettings({ baseUrl: "http://a.test", ...options })).toThrow(
      expect.objectContaining({ code: "OPTION_INVALID", option }),
    );
  });

  it("have defaults, also where undefined is given", () => {
    expect(
      readSettings({ baseUrl: "http://a.test", timeoutMs: undefined, retry: { maxAttempts: undefined } }),
    ).toMatchObject({
      timeoutMs: 60_000,
      attemptTimeoutMs: 20_000,
      retry: { maxAttempts: 4, baseDelayMs: 100, maxDelayMs: 5000, maxRetryAfterMs: 30_000 },
    });
  });

  it("of retries are one attempt if there shall be none", () => {
    expect(readSettings({ baseUrl: "http://a.test", retry: false }).retry.maxAttempts).toBe(1);
  });

  it("may be infinite", () => {
    expect(readSettings({ baseUrl: "http://a.test", timeoutMs: Infinity }).timeoutMs).toBe(Infinity);
  });
});
