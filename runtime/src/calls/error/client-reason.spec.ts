import { describe, expect, it } from "vitest";
import type { ErrorCode } from "./status-code.js";
import { statusCodes } from "./status-code.js";
import { defaultReason } from "./client-reason.js";
import type { FailureOrigin } from "./status-error.js";

describe("the client's reason of a failure that states none", () => {
  it.each<[ErrorCode, FailureOrigin, string | undefined]>([
    ["UNAVAILABLE", "server", undefined],
    ["UNAVAILABLE", "unreached", "CONNECT_FAILED"],
    ["UNAVAILABLE", "connection", "CONNECTION_LOST"],
    ["UNAVAILABLE", "refused", "NOT_PROCESSED"],
    ["INVALID_ARGUMENT", "unsent", "REQUEST_INVALID"],
    ["RESOURCE_EXHAUSTED", "unsent", "MESSAGE_TOO_LARGE"],
    ["RESOURCE_EXHAUSTED", "connection", "MESSAGE_TOO_LARGE"],
    ["INTERNAL", "connection", "RESPONSE_INVALID"],
    ["CANCELLED", "connection", "SESSION_CLOSED"],
  ])("%s from %s is %s", (code, origin, reason) => {
    expect(defaultReason(statusCodes.indexOf(code), origin)).toBe(reason);
  });
});
