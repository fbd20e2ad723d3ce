import { describe, expect, it } from "vitest";
import { setTimeoutHeader } from "./request-headers.js";

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
