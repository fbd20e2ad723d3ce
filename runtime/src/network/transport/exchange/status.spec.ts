import { describe, expect, it } from "vitest";
import { statusCodes } from "../../../calls/error/status-code.js";
import type { IncomingHttpHeaders } from "node:http2";
import { decodeMessage } from "../status.js";
import { grpcStatus, httpStatus, resetStatus } from "./status.js";

it.each([
  ["no%20room", "no room"],
  ["caf%C3%A9 %F0%9F%98%88", "caf\u{e9} \u{1F608}"],
  ["100 %", "100 %"],
  ["half %C3", "half \u{fffd}"],
  ["%zz%20", "%zz "],
  ["plain", "plain"],
])("the message %s says %s", (text, want) => {
  expect(decodeMessage(text)).toBe(want);
});

it.each([
  [
    { "grpc-status": "5", "grpc-message": "gone" },
    { code: 5, text: "gone" },
  ],
  [{ "grpc-status": "0" }, { code: 0, text: "" }],
  [{ "grpc-status": "99" }, { code: 99, text: "" }],
  [{}, undefined],
])("the status of %j is %j", (headers, want) => {
  expect(grpcStatus(headers)).toEqual(want);
});

it.each(["soon", "", "-1", "1e3", "0x1", "1, 2"])("a status of %j is UNKNOWN, and is shown", (value) => {
  expect(grpcStatus({ "grpc-status": value })).toMatchObject({
    code: 2,
    text: expect.stringContaining(`"${value}"`),
  });
});

const http = (status: number, type: string): ReturnType<typeof httpStatus> =>
  httpStatus({ ":status": status, "content-type": type } as unknown as IncomingHttpHeaders);

describe("an answer over HTTP that is not gRPC", () => {
  it.each([
    [400, "INTERNAL"],
    [401, "UNAUTHENTICATED"],
    [403, "PERMISSION_DENIED"],
    [404, "UNIMPLEMENTED"],
    [429, "UNAVAILABLE"],
    [500, "UNKNOWN"],
    [502, "UNAVAILABLE"],
    [503, "UNAVAILABLE"],
    [504, "UNAVAILABLE"],
    [521, "UNKNOWN"],
    [200, "UNKNOWN"],
  ])("with status %s is %s", (status, code) => {
    const found = http(status, "text/html");
    expect(statusCodes[found?.code ?? 0]).toBe(code);
    expect(found?.text).toMatch(new RegExp(`^Received HTTP status code ${status} \\(text/html\\)`));
  });

  it("and says that all is well may be a login page", () => {
    expect(http(200, "text/html")?.text).toMatch(/login page or a proxy$/);
  });

  it.each([
    "application/grpc",
    "application/grpc+proto",
    "application/grpc;charset=utf-8",
    "application/grpc ; charset=utf-8",
    "Application/gRPC",
    "APPLICATION/GRPC+PROTO; a=b",
  ])("%s is gRPC", (type) => {
    expect(http(200, type)).toBeUndefined();
  });

  it.each([
    "application/grpc-web",
    "Application/gRPC-Web+proto",
    "application/grpcx",
    "application/grpc x",
    "",
    "text/plain",
  ])("%j is not", (type) => {
    expect(http(200, type)).toBeDefined();
  });
});

it.each([
  [0, "INTERNAL"],
  [1, "INTERNAL"],
  [2, "INTERNAL"],
  [7, "UNAVAILABLE"],
  [8, "CANCELLED"],
  [9, "INTERNAL"],
  [11, "RESOURCE_EXHAUSTED"],
  [12, "PERMISSION_DENIED"],
  [77, "INTERNAL"],
])("a reset with code %s is %s", (code, want) => {
  expect(statusCodes[resetStatus(code).code]).toBe(want);
});
