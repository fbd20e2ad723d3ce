import { describe, expect, it } from "vitest";
import { progressText, readProgress } from "./read-progress.js";

describe("the text of an operation's progress", () => {
  it.each([
    ["the description", { progress: { description: "copying" } }, "copying"],
    ["nothing", { id: "op-1" }, ""],
    [
      "the first step that is not done",
      {
        progressTracker: {
          description: "create",
          steps: [
            { description: "allocate", finishedAt: "1970-01-01T00:00:01Z" },
            { description: "copy", workDone: { totalTickCount: "10", doneTickCount: "4" } },
          ],
        },
      },
      "create, step 2 of 2: copy",
    ],
    [
      "the time that is left",
      { progressTracker: { estimatedFinishedAt: "1970-01-01T00:10:00Z" } },
      "about 10 min left",
    ],
    [
      "the time that is left by the fraction",
      { startedAt: "1970-01-01T00:00:00Z", progress: { workFraction: 0.5 } },
      "about 1 s left",
    ],
  ])("states %s", (_, operation, text) => {
    expect(progressText(readProgress(operation, 1_000), 1_000)).toBe(text);
  });

  it("is read with the fraction from counts that are text in JSON", () => {
    const tracker = { description: "copying", workDone: { totalTickCount: "10", doneTickCount: "4" } };
    expect(readProgress({ progressTracker: tracker })).toMatchObject({ fraction: 0.4, text: "copying" });
  });
});
