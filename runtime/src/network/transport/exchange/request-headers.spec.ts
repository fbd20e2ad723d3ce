import { describe, expect, it } from "vitest";
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { Metadata } from "../../../calls/rpc/metadata.js";
import type { TransportSettings } from "../transport-settings.js";
import { makeRequestHeaders, setTimeoutHeader } from "./request-headers.js";

it("the headers of a request begin with its four pseudo-headers", () => {
  const call = {
    method: { path: "/acme.v1.ThingService/Get" },
    endpoint: { authority: "things.example.com" },
    metadata: Metadata.empty,
    attempt: 1,
  } as unknown as OutgoingCall;
  const settings = { userAgent: "test" } as TransportSettings;
  expect(Object.entries(makeRequestHeaders(call, settings, "https").headers).slice(0, 5)).toEqual([
    [":method", "POST"],
    [":scheme", "https"],
    [":authority", "things.example.com"],
    [":path", "/acme.v1.ThingService/Get"],
    ["content-type", "application/grpc"],
  ]);
});

describe("the header of the deadline", () => {
  it("is what is left of the time", () => {
    const headers = { "grpc-timeout": undefined, te: "trailers" };
    setTimeoutHeader(headers, 1_500);
    expect(headers).toEqual({ "grpc-timeout": "1500m", te: "trailers" });
  });

  it("is not there where there is no deadline: not every runtime leaves out what is undefined", () => {
    const headers = { "grpc-timeout": undefined, te: "trailers" };
    setTimeoutHeader(headers, Infinity);
    expect(Object.keys(headers)).toEqual(["te"]);
  });
});
