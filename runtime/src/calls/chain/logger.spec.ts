import { Console } from "node:console";
import { Writable } from "node:stream";
import { pino, type Logger as PinoLogger } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { localFailure, type StatusError } from "../error/status-error.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import type { Logger } from "./logger.js";

const warning = "acme.v1.ThingService/Old is deprecated: Use Get. May stop working on 2030-01-01.";
const fields = { event: "deprecated_method", session: "Acme", method: "acme.v1.ThingService/Old" };

/** Calls a deprecated method twice. */
async function callOld(logger: Logger | undefined): Promise<void> {
  const things = connectThings(
    openSession({ transport: answering(() => ({})), credentials: staticToken("token-1"), logger }),
  );
  await things.unary(methods.old, { id: "1" });
  await things.unary(methods.old, { id: "1" });
}

class Lines extends Writable {
  text = "";

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

describe("a warning", () => {
  it("of a reset mask that a proxy may refuse comes once for each method", async () => {
    const lines: unknown[][] = [];
    const things = connectThings(
      openSession({
        transport: answering(() => ({})),
        credentials: staticToken("token-1"),
        logger: { warn: (...line) => lines.push(line) },
      }),
    );
    for (const size of [9000, 9001]) {
      await things.unary(methods.set, { metadata: { id: "1" } }, { resetMask: `spec.${"x".repeat(size)}` });
    }
    const about = { session: "Acme", method: "acme.v1.ThingService/Set" };
    expect(lines).toEqual([
      [
        { event: "large_reset_mask", ...about },
        expect.stringMatching(/^acme.v1.ThingService\/Set: the reset mask has 9005 bytes/),
      ],
      [
        { event: "unknown_mask_field", ...about },
        expect.stringMatching(
          /^acme.v1.ThingService\/Set: the reset mask is sent with a name .{0,350}\.\.\.$/,
        ),
      ],
    ]);
  });
});

it("warns of a service that is deprecated as a whole once, whatever is called, and of a deprecated method by itself", async () => {
  const lines: unknown[][] = [];
  const things = connectThings(
    openSession({
      transport: answering(() => ({})),
      credentials: staticToken("token-1"),
      logger: { warn: (...line) => lines.push(line) },
    }),
  );
  for (const method of [methods.atticGet, methods.atticOld, methods.atticGet, methods.get]) {
    await things.unary(method, { id: "1" });
  }
  expect(lines).toEqual([
    [
      { event: "deprecated_service", session: "Acme", service: "acme.v1.AtticService" },
      "acme.v1.AtticService is deprecated: Use ThingService.",
    ],
    [
      { event: "deprecated_method", session: "Acme", method: "acme.v1.AtticService/Old" },
      "acme.v1.AtticService/Old is deprecated",
    ],
  ]);
});

describe("an Update that changes nothing", () => {
  const warned = async (request: object, options: object): Promise<unknown[]> => {
    const events: unknown[] = [];
    const things = connectThings(
      openSession({
        transport: answering(() => ({})),
        credentials: staticToken("token-1"),
        logger: { warn: ({ event, method }, message) => events.push([event, method, message]) },
      }),
    );
    for (let turn = 0; turn < 2; turn++) await things.unary(methods.set, request, options);
    return events;
  };
  const metadata = { id: "1", parentId: "p", resourceVersion: 7n };

  it("is warned of once for each method", async () => {
    const text =
      "acme.v1.ThingService/Set: the request carries nothing and the reset mask is empty, so nothing changes; " +
      "a field at its default is not sent: to clear it, name it in resetMask";
    expect(await warned({ metadata, spec: { size: 0 } }, { resetMask: "" })).toEqual([
      ["empty_update", "acme.v1.ThingService/Set", text],
    ]);
  });

  it.each<[title: string, request: object, options: object]>([
    ["that carries something", { metadata, spec: { size: 1 } }, { resetMask: [] }],
    ["with a mask", { metadata }, { resetMask: "spec.size" }],
    ["without a mask of its own, which replaces all", { metadata }, {}],
    ["of one who knows better", { metadata }, { resetMask: "", strict: false }],
  ])("is not an Update %s", async (_title, request, options) => {
    const mask =
      "resetMask" in options && Array.isArray(options.resetMask) ? { resetMask: () => [] } : options;
    expect(await warned(request, mask)).toEqual([]);
  });
});

describe("an endpoint that nobody reaches", () => {
  const why = "No connection established: connect ECONNREFUSED 127.0.0.1:9";
  const unreached = localFailure("UNAVAILABLE", why, "unreached");

  /** Calls that meet a number of failures each, and the lines that were written meanwhile. */
  async function callThrough(failures: number, failed: StatusError): Promise<unknown[][]> {
    const lines: unknown[][] = [];
    let attempts = 0;
    const transport = answering(() => (++attempts % (failures + 1) === 0 ? {} : failed));
    const clock = new TestClock();
    const session = openSession({
      transport,
      clock,
      credentials: staticToken("token-1"),
      logger: { warn: (...line) => lines.push(line) },
    });
    const things = connectThings(session);
    for (let call = 0; call < 2; call++) await clock.run(things.unary(methods.get, { id: "1" }));
    return lines;
  }

  it("is said once, with the reason, when five attempts have failed", async () => {
    expect(await callThrough(6, unreached)).toEqual([
      [
        {
          event: "no_connection",
          session: "Acme",
          endpoint: "things.store.api.example.com:443",
          code: "UNAVAILABLE",
          clientReason: "CONNECT_FAILED",
        },
        `things.store.api.example.com:443: ${why}; calls are retried until their deadline`,
      ],
    ]);
  });

  it.each([
    ["a connection that comes soon", 4, unreached],
    ["a server that answers, though it is not well", 6, failure(14, "try later")],
  ])("is not said of %s", async (_, failures, failed) => {
    expect(await callThrough(failures, failed)).toEqual([]);
  });
});

describe("a logger", () => {
  afterEach(() => vi.restoreAllMocks());

  it("may be pino, which gets fields of its own and the message", async () => {
    const lines = new Lines();
    await callOld(pino({ base: null, timestamp: false }, lines));
    expect(JSON.parse(lines.text)).toEqual({ level: 40, ...fields, msg: warning });
  });

  it("may be a child of pino", async () => {
    const lines = new Lines();
    await callOld(pino({ base: null, timestamp: false }, lines).child({ component: "billing" }));
    expect(JSON.parse(lines.text)).toEqual({ level: 40, component: "billing", ...fields, msg: warning });
  });

  it("may be a console, which prints both", async () => {
    const lines = new Lines();
    await callOld(new Console(lines));
    expect(lines.text).toContain("deprecated_method");
    expect(lines.text.trim().endsWith(warning)).toBe(true);
    expect(lines.text.match(/is deprecated/g)).toHaveLength(1);
  });

  it("has a type that console and pino are of", () => {
    const loggers: Logger[] = [console, pino({ level: "silent" })];
    const typed: PinoLogger extends Logger ? true : never = true;
    expect(loggers.length > 1 && typed).toBe(true);
  });

  it("that throws changes nothing of the call: the process is warned instead", async () => {
    const emitted = vi.spyOn(process, "emitWarning").mockReturnValue();
    await callOld({
      warn: () => {
        throw new Error("disk full");
      },
    });
    expect(emitted.mock.calls).toEqual([[warning, "AcmeWarning"]]);
  });

  it("that is left out is the process, which prints the message alone", async () => {
    const emitted = vi.spyOn(process, "emitWarning").mockReturnValue();
    await callOld(undefined);
    expect(emitted.mock.calls).toEqual([[warning, "AcmeWarning"]]);
  });
});
