import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceErrorType, StatusType } from "../../fixture/test-api.fixture.js";
import { readRetryDelayMs, readRpcStatus } from "./rpc-status.js";
import { decodeDetails } from "./decoded-details.js";
import { runs } from "../../../../test/runs.js";

describe("the details of a status", () => {
  it("are read whatever they hold", () => {
    const any = fc.record({
      typeUrl: fc.string().map((name) => `type.googleapis.com/${name.replaceAll("/", "")}`),
      value: fc.uint8Array(),
    });
    const status = fc.record({
      code: fc.integer({ min: 1, max: 16 }),
      message: fc.string(),
      details: fc.array(any),
    });
    fc.assert(
      fc.property(status, (given) => {
        const read = readRpcStatus(StatusType.encode(given));
        expect(read?.code).toBe(given.code);
        expect(read?.message).toBe(given.message);
        expect(read?.details.map((one) => [...one.value])).toEqual(
          given.details.map((one) => [...one.value]),
        );
      }),
    );
  });

  it("never throw, whatever the bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const details = [
          ...(readRpcStatus(bytes)?.details ?? []),
          { typeName: "acme.v1.ServiceError", value: bytes },
          { typeName: "google.rpc.RetryInfo", value: bytes },
        ];
        expect(() => decodeDetails(details, [ServiceErrorType])).not.toThrow();
      }),
      { numRuns: runs(500) },
    );
  });

  it("hold the delay that a RetryInfo asks for", () => {
    // RetryInfo { retry_delay { seconds: 3, nanos: 500000000 } }
    const value = Uint8Array.from([10, 8, 8, 3, 16, 0x80, 0xca, 0xb5, 0xee, 0x01]);
    expect(readRetryDelayMs({ typeName: "google.rpc.RetryInfo", value })).toBe(3500);
    expect(readRetryDelayMs({ typeName: "google.rpc.RetryInfo", value: new Uint8Array(0) })).toBeUndefined();
    expect(readRetryDelayMs({ typeName: "other", value })).toBeUndefined();
  });
});
