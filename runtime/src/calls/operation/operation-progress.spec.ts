import { describe, expect, it } from "vitest";
import { readProgress } from "./operation-progress.js";

describe("the completed fraction of an operation", () => {
  it.each<[string, object, number | undefined]>([
    ["a fraction", { progress: { workFraction: 0.4 } }, 0.4],
    ["a fraction of the operation", { id: "op", fraction: 0.25 }, 0.25],
    ["a percentage in the metadata", { metadata: { progressPercent: 40 } }, 0.4],
    ["a percentage under another name", { metadata: { percentComplete: 40n } }, 0.4],
    ["a whole number", { metadata: { progress: 40 } }, 0.4],
    ["counts, as text", { progressTracker: { workDone: { totalTickCount: "10", doneTickCount: "4" } } }, 0.4],
    ["counts, as integers", { progress: { done: 1n, total: 4n } }, 0.25],
    ["counts of two units", { progress: { doneBytes: 1n, totalFiles: 9n, totalBytes: 2n } }, 0.5],
    [
      "counts as google.api has them",
      { metadata: { progress: { workCompleted: 3, workEstimated: 4 } } },
      0.75,
    ],
    ["a total of nothing", { progress: { done: 0, total: 0 } }, undefined],
    ["more than all", { progress: { fraction: 1.5 } }, 1],
    ["no progress", { id: "op-1", resourceId: "7", createdAt: "2026-01-01T00:00:00Z" }, undefined],
    ["a count alone", { progress: { done: 4 } }, undefined],
    ["counts of the request", { request: { done: 1, total: 2 } }, undefined],
  ])("is read from %s", (_, operation, fraction) => {
    expect(readProgress(operation).fraction).toBe(fraction);
  });
});

describe("steps and the end of an operation", () => {
  const startedAt = { seconds: 1_000n, nanos: 0 };

  it("are read beside the description", () => {
    const progress = readProgress({
      description: "Create disk",
      progressTracker: {
        description: "copying",
        steps: [
          { description: "allocate", finishedAt: { seconds: 5n, nanos: 0 } },
          { description: "copy", workDone: { totalTickCount: 10n, doneTickCount: 5n } },
          { description: "attach", finishedAt: undefined },
        ],
      },
    });
    expect(progress).toEqual({
      text: "copying",
      fraction: 0.5,
      steps: [
        { text: "allocate", fraction: 1 },
        { text: "copy", fraction: 0.5 },
        { text: "attach", fraction: undefined },
      ],
      estimatedEndMs: undefined,
    });
  });

  it("the end is the server's estimate", () => {
    expect(readProgress({ progress: { estimatedFinishedAt: startedAt, fraction: 0.5 } }).estimatedEndMs).toBe(
      1_000_000,
    );
    const inJson = { progress: { expectedEndTime: "1970-01-01T00:16:40Z" } };
    expect(readProgress(inJson).estimatedEndMs).toBe(1_000_000);
  });

  it("or else extrapolated from the time that the completed part took", () => {
    expect(readProgress({ progress: { startedAt, fraction: 0.25 } }, 1_010_000).estimatedEndMs).toBe(
      1_040_000,
    );
    expect(readProgress({ createdAt: startedAt, progress: { fraction: 0 } }, 1_010_000).estimatedEndMs).toBe(
      undefined,
    );
  });
});
