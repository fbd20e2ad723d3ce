import { describe, expect, it } from "vitest";
import { BandwidthEstimator } from "./bandwidth-estimator.js";

const mebibyte = 2 ** 20;

/** An estimator whose server sends one window in each round trip, up to a bandwidth. */
function transfer(bytesPerMs: number, roundTripMs: number, seconds: number, windowBytes = 4 * mebibyte) {
  let nowMs = 0;
  let window = windowBytes;
  let pings = 0;
  const windows: number[] = [];
  let acknowledge: (() => void) | undefined;
  const estimator = new BandwidthEstimator({
    windowBytes,
    maxWindowBytes: 16 * mebibyte,
    ping: (onAcknowledged) => {
      pings += 1;
      acknowledge = onAcknowledged;
      return true;
    },
    nowMs: () => nowMs,
    onGrow: (bytes) => windows.push((window = bytes)),
  });
  for (; nowMs < seconds * 1_000; nowMs += roundTripMs) {
    const bytes = Math.min(window, bytesPerMs * roundTripMs);
    const pending = acknowledge;
    acknowledge = undefined;
    for (let sent = 0; sent < bytes; sent += 16_384) estimator.onData(16_384);
    pending?.();
  }
  return { windows: windows.map((bytes) => bytes / mebibyte), pings };
}

describe("the flow-control window of a connection", () => {
  it("grows to 16 MiB if the server fills it in each round trip", () => {
    expect(transfer(1_000_000, 200, 10).windows).toEqual([8, 16]);
  });

  it("stays as it is if the bandwidth is smaller", () => {
    expect(transfer(1_000, 200, 10).windows).toEqual([]);
  });

  it("grows only as far as the bandwidth needs", () => {
    expect(transfer(22_000, 200, 10).windows).toEqual([8]);
  });

  it("is measured by no ping for small responses", () => {
    const { pings } = transfer(10, 20, 1);
    expect(pings).toBe(0);
  });
});
