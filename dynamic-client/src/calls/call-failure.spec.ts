import { describe, expect, it } from "vitest";
import { isConflict, isUnknownOutcome } from "./call-failure.js";

const grpc = (code: string, mayHaveReachedServer: boolean, earlierMayHaveReachedServer = false): object => ({
  code,
  attempts: 1,
  mayHaveReachedServer,
  earlierMayHaveReachedServer,
});
const rest = (code: string, attempts: number, status?: number): object => ({ code, attempts, status });

describe("a change that failed", () => {
  it.each<[what: string, error: unknown, isUnknown: boolean, isConflict: boolean]>([
    ["was refused", grpc("INVALID_ARGUMENT", true), false, false],
    ["met another version", grpc("ABORTED", true), false, true],
    ["met what may be its own effect", grpc("ABORTED", true, true), true, false],
    ["found what it may have made itself", grpc("ALREADY_EXISTS", true, true), true, false],
    ["got no answer", grpc("UNAVAILABLE", true), true, false],
    ["never left", grpc("UNAVAILABLE", false), false, false],
    ["got an answer that nobody can read", rest("DECODE", 1, 200), true, false],
    ["got an answer of another form", rest("VALIDATION", 1, 200), true, false],
    ["met another version by REST", rest("HTTP_ERROR", 1, 412), false, true],
    ["met one in its second attempt", rest("HTTP_ERROR", 2, 409), true, false],
    ["was a mistake in the program", new TypeError("x"), false, false],
  ])("%s", (_, error, unknown, conflict) => {
    expect([isUnknownOutcome(error), isConflict(error)]).toEqual([unknown, conflict]);
  });
});
