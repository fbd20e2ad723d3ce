import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { importsBelow } from "./imports.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Rooms of the runtime that know nothing of Node: a transport over something else is to fit without moving a wall. */
const rooms = [
  "base/text",
  "base/time",
  "calls",
  ...["wire", "table", "mask", "json"].map((folder) => `messages/${folder}`),
];

/** A call through the whole chain, by a transport that is a function. */
const program = `
  import { Caller } from "./runtime/src/calls/caller.ts";
  import { buildChain } from "./runtime/src/calls/chain/chain.ts";
  import { sessionObservers } from "./runtime/src/calls/chain/observers.ts";
  import { reporter } from "./runtime/src/calls/chain/session-reporter.ts";
  import { silentReporter } from "./runtime/src/session/web/lazy-reporter.ts";
  import { idempotencyKeys } from "./runtime/src/calls/chain/idempotency.ts";
  import { requestDeadline, resolveTimeouts } from "./runtime/src/calls/chain/deadline.ts";
  import { resetMasks } from "./runtime/src/calls/chain/reset-mask.ts";
  import { retries } from "./runtime/src/calls/chain/retry.ts";
  import { RetryThrottles } from "./runtime/src/calls/chain/retry-throttle.ts";
  import { defaultRetryPolicy } from "./runtime/src/calls/chain/retry-policy.ts";
  import { failureReports } from "./runtime/src/calls/chain/failure-report.ts";
  import { transparentRetries } from "./runtime/src/calls/chain/transparent-retry.ts";
  import { Warnings } from "./runtime/src/calls/chain/warnings.ts";
  import { Endpoints } from "./runtime/src/calls/endpoint/endpoint.ts";
  import { CallError } from "./runtime/src/calls/error/call-error.ts";
  import { StatusError } from "./runtime/src/calls/error/status-error.ts";
  import { toJson } from "./runtime/src/messages/json/index.ts";
  import { parseMask } from "./runtime/src/messages/mask/index.ts";
  import { Metadata } from "./runtime/src/calls/rpc/metadata.ts";
  import { defineMethod, defineService } from "./runtime/src/calls/rpc/define-service.ts";
  import { defineMessage } from "./runtime/src/messages/wire/message-type.ts";
  import { systemClock as clock } from "./runtime/src/base/time/clock.ts";
  import "./runtime/src/network/transport/transport.ts";

  export async function run() {
    const Note = defineMessage("acme.Note", () => ({}), () => undefined, () => []);
    const get = defineMethod(defineService("acme.Notes", "notes"), "Get", "unary", Note, Note);
    let attempts = 0;
    const step = (next) => next;
    const warnings = new Warnings("Web", undefined, { warn: () => undefined });
    const observers = sessionObservers([], () => undefined);
    const { calls, attempts: observedAttempts } = reporter({ session: "Web", observers, clock });
    const closing = new AbortController().signal;
    const next = buildChain({
      lifecycle: step,
      resetMasks: resetMasks({ warn: () => undefined, refusal: (call, error) => error }, {}),
      idempotencyKeys: idempotencyKeys(() => "0123456789abcdef"),
      callHooks: calls,
      interceptors: [],
      authorization: undefined,
      requestDeadline: requestDeadline(clock, { option: "timeoutMs", ms: 1_000 }),
      retries: retries({
        clock, random: () => 0, throttles: new RetryThrottles(), policy: defaultRetryPolicy, closing, unansweredMs: Infinity,
        attemptLimit: { option: "attemptTimeoutMs", ms: 500 },
        onRetry: () => warnings.warn({ event: "no_connection", message: "again" }),
      }),
      attemptHooks: observedAttempts,
      failureReports: failureReports({ errorName: "WebError", types: [] }),
      transparentRetries,
      transport: async () => {
        if (++attempts === 1) throw new StatusError(14, "not now", Metadata.empty, Metadata.empty);
        return { message: {}, messages: undefined, header: Metadata.empty, trailer: Metadata.empty };
      },
    });
    const core = {
      clock, reporter: silentReporter, random: () => 0, timeouts: resolveTimeouts(), pollIntervalMs: 1_000, parentId: undefined,
      errorName: "WebError", wiring: { serviceErrors: [] }, warnOnce: () => undefined, expectListeners: () => undefined,
    };
    const endpoint = new Endpoints({ apiDomain: "api.example.com", address: "[::1]:443", addresses: undefined }).find("notes");
    const { signal } = new AbortController();
    const note = await new Caller({ core, next, endpoint, timeoutMs: 1_000 }).unary(get, {}, { signal });
    return { attempts, text: toJson(Note, note), mask: String(parseMask("b,a")), isError: new CallError({ code: "ABORTED", text: "" }) instanceof CallError };
  }`;

describe("the seam between calls and Node", () => {
  it("is not crossed by an import", () => {
    const imports = rooms.flatMap((room) => importsBelow(`runtime/src/${room}`));
    const crossing = imports.filter(
      ({ from, target }) =>
        target.startsWith("node:") ||
        (target.startsWith("@bufbuild") && !/\/mask\/(rules\/)?dynamic/.test(from)),
    );
    expect(imports.length).toBeGreaterThan(300);
    expect(crossing).toEqual([]);
  });

  it("is not crossed by what the entry of browsers loads, now or later", async () => {
    const outside: string[] = [];
    const modules: string[] = [];
    const bundle = await rolldown({
      cwd: top,
      input: ["web-v1", "web-messages-v1"].map((name) => `${top}runtime/src/entries/generated/${name}.ts`),
      platform: "browser",
      plugins: [
        {
          name: "modules",
          transform: {
            handler: (code, id) => {
              modules.push(id.slice(top.length));
              if (id.startsWith(top) && /\b(?:Buffer|process)\.\w/.test(code)) outside.push(id);
              return undefined;
            },
          },
        },
      ],
      external: (id) => /^[^./]/.test(id) && outside.push(id) > 0,
    });
    await bundle.generate({ format: "esm" });
    await bundle.close();
    expect(outside).toEqual([]);
    expect(modules).toContain("runtime/src/calls/modify/write-outcome.ts");
    expect(modules.filter((id) => /node-|http2|connection\/|exchange\//.test(id))).toEqual([]);
  });

  it("lets a call through the whole chain where there is no Node", async () => {
    const outside: string[] = [];
    const entry = `${top}seam-program.js`;
    const bundle = await rolldown({
      cwd: top,
      input: entry,
      platform: "browser",
      plugins: [
        {
          name: "program",
          load: (id) => (id === entry ? program : undefined),
          resolveId: (id) => (id === entry ? id : undefined),
        },
      ],
      external: (id) => {
        const isOutside = /^node:|^@/.test(id);
        if (isOutside) outside.push(id);
        return isOutside;
      },
    });
    const { output } = await bundle.generate({ format: "iife", name: "app" });
    await bundle.close();
    expect(outside).toEqual([]);
    // What browsers have besides the language, as far as calls use it; nothing of Node.
    const context = {
      AbortController,
      AbortSignal,
      URL,
      TextDecoder,
      TextEncoder,
      performance,
      setTimeout: (callback: () => void, ms: number) => Number(setTimeout(callback, ms)),
      clearTimeout,
      result: undefined as unknown,
    };
    runInNewContext(`${output[0].code}; result = app.run();`, context);
    expect(await context.result).toEqual({ attempts: 2, text: {}, mask: "a,b", isError: true });
  });
});
