import { describe, expect, it } from "vitest";
import type { ErrorCode } from "./status-code.js";
import { statusCodes } from "./status-code.js";
import { tlsRefusalText, tunnelRefusal } from "./connect-refusal.js";
import { defaultReason } from "./client-reason.js";
import type { FailureOrigin } from "./status-error.js";

describe("the client's reason of a failure that states none", () => {
  it.each<[ErrorCode, FailureOrigin, string, string | undefined]>([
    ["UNAVAILABLE", "server", "try later", undefined],
    ["UNAVAILABLE", "server", tlsRefusalText("expired"), undefined],
    ["UNAVAILABLE", "unreached", "nothing listens there", "CONNECT_FAILED"],
    ["UNAVAILABLE", "unreached", tlsRefusalText("expired"), "TLS_FAILED"],
    ["UNAVAILABLE", "unreached", tunnelRefusal("403"), "PROXY_REJECTED"],
    ["UNAVAILABLE", "connection", "it was lost", "CONNECTION_LOST"],
    ["UNAVAILABLE", "refused", "it is leaving", "NOT_PROCESSED"],
    ["INVALID_ARGUMENT", "unsent", "", "REQUEST_INVALID"],
    ["RESOURCE_EXHAUSTED", "unsent", "", "MESSAGE_TOO_LARGE"],
    ["RESOURCE_EXHAUSTED", "connection", "", "MESSAGE_TOO_LARGE"],
    ["INTERNAL", "connection", "", "RESPONSE_INVALID"],
    ["CANCELLED", "connection", "", "SESSION_CLOSED"],
  ])("%s from %s (%j) is %s", (code, origin, text, reason) => {
    expect(defaultReason(statusCodes.indexOf(code), origin, text)).toBe(reason);
  });
});
