import { describe, expect, it } from "vitest";
import { localFailure } from "../../calls/error/status-error.js";
import { deadlineExceeded } from "../../network/transport/deadline-exceeded.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { staticToken } from "../auth/static-token.js";
import type { SessionOptions } from "./session-options.js";

const credentials = staticToken("token-1");

/** Returns the error of a call whose attempts all get the same answer. */
async function failed(answer: unknown, options: SessionOptions = {}, call: object = {}): Promise<unknown> {
  const clock = new TestClock();
  const session = openSession({ transport: answering(() => answer), clock, credentials, ...options });
  const get = connectThings(session).unary(methods.get, { id: "1" }, call);
  return clock.run(get).catch((error: unknown) => error);
}

describe("the client's reason of an error", () => {
  it("is undefined if the server decided", async () => {
    const error = await failed(failure(5, "gone"));
    expect(error).toMatchObject({ code: "NOT_FOUND", clientReason: undefined });
    expect(JSON.stringify(error)).not.toContain("clientReason");
  });

  it("is part of its JSON", async () => {
    const error = await failed(localFailure("INTERNAL", "not a message"));
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ clientReason: "RESPONSE_INVALID" });
  });

  it("tells missing credentials from a failed request for a token", async () => {
    const failing = { description: "a vault", fetchToken: () => Promise.reject(new Error("sealed")) };
    expect(await failed({}, { credentials: undefined })).toMatchObject({ clientReason: "NO_CREDENTIALS" });
    expect(await failed({}, { credentials: failing })).toMatchObject({ clientReason: "TOKEN_FAILED" });
  });

  it("tells which limit ended the call", async () => {
    const reasonOf = async (call: object): Promise<unknown> => {
      const clock = new TestClock();
      const transport = answering(
        (attempt) =>
          new Promise((_, reject) => {
            clock.after(attempt.deadlineMs - clock.nowMs(), () =>
              reject(deadlineExceeded(attempt, "was sent")),
            );
          }),
      );
      const session = openSession({ transport, clock, credentials });
      return clock.run(connectThings(session).unary(methods.get, { id: "1" }, call)).catch((error) => error);
    };
    expect(await reasonOf({ retry: false })).toMatchObject({ clientReason: "ATTEMPT_TIMEOUT" });
    expect(await reasonOf({ timeoutMs: 100 })).toMatchObject({ clientReason: "REQUEST_TIMEOUT" });
  });

  it("tells that retries are throttled", async () => {
    const clock = new TestClock();
    const retry = { baseDelayMs: 1, maxDelayMs: 1 };
    const session = openSession({ transport: answering(() => failure(14)), clock, credentials, retry });
    const error = await clock
      .run(connectThings(session).unary(methods.get, { id: "1" }))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "UNAVAILABLE", attempts: 501, clientReason: "RETRY_THROTTLED" });
  });

  it("tells that the session is closed", async () => {
    const session = openSession({ transport: answering(() => ({})), credentials });
    await session.close();
    const call = connectThings(session).unary(methods.get, { id: "1" });
    await expect(call).rejects.toMatchObject({ code: "CANCELLED", clientReason: "SESSION_CLOSED" });
  });

  it("is in the record of a retry, with the code and what the server asked for", async () => {
    const records: object[] = [];
    const debug = (fields: object, message: string): void => void records.push({ ...fields, message });
    const options = { logger: { warn: () => undefined, debug }, debug: true, retry: { maxAttempts: 2 } };
    await failed(localFailure("UNAVAILABLE", "", "unreached"), options);
    await failed(failure(14, "", { "grpc-retry-pushback-ms": "7" }), options);
    const get = "acme.v1.ThingService/Get attempt 2 follows in";
    expect(records.filter((one) => "event" in one && one.event === "retry")).toMatchObject([
      {
        code: "UNAVAILABLE",
        clientReason: "CONNECT_FAILED",
        message: expect.stringMatching(`^${get} \\d+ ms, after UNAVAILABLE \\(CONNECT_FAILED\\)$`),
      },
      { code: "UNAVAILABLE", message: `${get} 7.0 ms, as the server asked, after UNAVAILABLE` },
    ]);
  });

  it("is in the records of the debug log, with the code", async () => {
    const records: object[] = [];
    const logger = { warn: () => undefined, debug: (fields: object) => void records.push(fields) };
    await failed(localFailure("UNAVAILABLE", "", "unreached"), { logger, debug: true, retry: false });
    expect(records.filter((one) => "code" in one)).toEqual([
      expect.objectContaining({ event: "attempt", code: "UNAVAILABLE", clientReason: "CONNECT_FAILED" }),
      expect.objectContaining({ event: "call", code: "UNAVAILABLE", clientReason: "CONNECT_FAILED" }),
    ]);
  });
});
