/** The operations of the control API, which control-api.yaml describes. */
import { readFile } from "node:fs/promises";
import { readAnnotations } from "@stratus/convention";
import type { CallFilter } from "../calls/call-filter.js";
import { isStatusCode } from "../errors/status-code.js";
import { checkSteps } from "../faults/parse-script.js";
import { scenarios } from "../faults/scenarios.js";
import { findMethodName } from "../handlers/method-name.js";
import { packageFolder } from "../package-folder.js";
import { requireKnownNames } from "../text/known-names.js";
import { ControlError, invalid, readNumber, readText, requireText } from "./control-error.js";
import type { ControlInput, ControlParts } from "./control-parts.js";
import {
  viewChanges,
  viewHealth,
  viewKinds,
  viewMethods,
  viewOperations,
  viewResources,
} from "./control-views.js";
import { methodForm } from "./method-form.js";

/** Text with a content type other than JSON. */
export interface TextAnswer {
  readonly contentType: string;
  readonly text: string;
}

/** Returns an answer of YAML. */
function asYaml(text: string): TextAnswer {
  return { contentType: "application/yaml", text };
}

/** Whether an answer is text, and not data to send as JSON. */
export function isText(answer: unknown): answer is TextAnswer {
  return typeof answer === "object" && answer !== null && "contentType" in answer && "text" in answer;
}

type Answer = (parts: ControlParts, input: ControlInput) => unknown;

/** The longest wait for a call in milliseconds. */
const maxWaitMs = 600_000;
/** The most milliseconds by which a request moves the clock: a hundred years. */
const maxAdvanceMs = 100 * 366 * 24 * 60 * 60 * 1000;

/** The operations that read, by their paths below `/_emulator`. */
export const gets: Readonly<Record<string, Answer>> = {
  "/health": viewHealth,
  "/openapi.yaml": async () =>
    asYaml(await readFile(new URL("src/control/control-api.yaml", packageFolder), "utf8")),
  "/snapshots": ({ snapshots }) => ({
    snapshots: Array.from(snapshots, ([name, { time, resourceCount }]) => ({ name, time, resourceCount })),
  }),
  "/export": async ({ emulator }, { query }) => {
    const options = {
      resource: query.get("resource") ?? undefined,
      parentId: query.get("parentId") ?? undefined,
      secrets: query.get("secrets") === "true",
    };
    return asYaml(await emulator.export(options));
  },
  "/calls": ({ emulator, callLog }, { query }) => {
    const limit = readNumber(query.get("limit"), "limit", 1, 10_000) ?? 1000;
    const found = emulator.calls(readCallFilter(query));
    return { last: callLog.lastNumber, calls: found.slice(-limit) };
  },
  "/calls/next": async ({ callLog }, { query, signal }) => {
    const timeoutMs = readNumber(query.get("timeoutMs"), "timeoutMs", 0, maxWaitMs) ?? 10_000;
    const over = AbortSignal.timeout(timeoutMs);
    return callLog.next(readCallFilter(query), AbortSignal.any([signal, over])).catch((error: unknown) => {
      if (!over.aborted) throw error;
      throw new ControlError(408, "CALL_MISSING", `no such call ended within ${timeoutMs} ms`);
    });
  },
  "/faults": ({ faults }) => ({ rate: faults.rate, scripts: faults.scripts }),
  "/scenarios": ({ cloud }) => ({
    active: cloud.scenarios.names,
    scenarios: Object.entries(scenarios).map(([name, words]) => ({ name, ...words })),
  }),
  "/rules": ({ cloud }) => cloud.policy.rules,
  "/clock": viewClock,
  "/kinds": viewKinds,
  "/resources": (parts, { query }) =>
    viewResources(parts, {
      resource: query.get("resource") ?? undefined,
      parentId: query.get("parentId") ?? undefined,
      id: query.get("id") ?? undefined,
      offset: readNumber(query.get("offset"), "offset", 0, Number.MAX_SAFE_INTEGER) ?? 0,
      limit: readNumber(query.get("limit"), "limit", 1, 1000) ?? 100,
    }),
  "/changes": (parts, { query }) => viewChanges(parts, query.get("resource") ?? "", query.get("id") ?? ""),
  "/operations": (parts, { query }) =>
    viewOperations(parts, readNumber(query.get("limit"), "limit", 1, 1000) ?? 100),
  "/methods": viewMethods,
  "/methods/form": ({ emulator: { api } }, { query }) => {
    const method = findMethodName(api, query.get("method") ?? "");
    const request = api.methods.get(method)?.desc.input;
    return request && methodForm(readAnnotations(api.options), { name: method, request });
  },
};

/** The operations that change something, by their paths below `/_emulator`, with the names in their bodies. */
export const posts: Readonly<Record<string, readonly [names: readonly string[], answer: Answer]>> = {
  "/reset": [[], ({ emulator }) => emulator.reset()],
  "/snapshots": [
    ["name"],
    ({ emulator, snapshots }, { body }) => {
      const name = readText(body["name"], "name") ?? `snapshot-${snapshots.size + 1}`;
      const snapshot = emulator.snapshot();
      snapshots.set(name, snapshot);
      return { name, ...snapshot };
    },
  ],
  "/snapshots/restore": [
    ["name"],
    async ({ emulator, snapshots }, { body }) => {
      const name = requireText(body["name"], "name");
      const snapshot = snapshots.get(name);
      if (snapshot === undefined)
        throw new ControlError(
          404,
          "OPTION_INVALID",
          `there is no snapshot ${JSON.stringify(name)}; the snapshots are ${[...snapshots.keys()].join(", ") || "none"}`,
        );
      return emulator.restore(snapshot);
    },
  ],
  "/seed": [["yaml"], ({ emulator }, { body }) => emulator.seedText(requireText(body["yaml"], "yaml"))],
  "/calls/clear": [[], ({ emulator }) => emulator.clearCalls()],
  "/faults": [
    ["method", "steps"],
    ({ emulator }, { body }) => {
      const method = requireText(body["method"], "method");
      emulator.script(method, checkSteps(method, body["steps"]));
    },
  ],
  "/faults/rate": [
    ["rate"],
    ({ faults }, { body }) => {
      faults.rate = readNumber(body["rate"], "rate", 0, 1) ?? 0;
      return { rate: faults.rate };
    },
  ],
  "/faults/clear": [[], ({ faults }) => faults.reset()],
  "/scenarios": [
    ["names"],
    ({ cloud }, { body }) => {
      const { names } = body;
      if (!Array.isArray(names)) throw invalid("names must be a list of scenarios");
      cloud.scenarios.activate(names.map(String));
      return { active: cloud.scenarios.names };
    },
  ],
  "/rules": [
    ["deny", "quota"],
    ({ cloud }, { body }) => {
      cloud.policy.set(body);
      return cloud.policy.rules;
    },
  ],
  "/clock/advance": [
    ["ms"],
    (parts, { body }) => {
      const ms = readNumber(body["ms"], "ms", -maxAdvanceMs, maxAdvanceMs);
      if (ms === undefined) throw invalid("ms is missing");
      parts.emulator.clock.advance(ms);
      return viewClock(parts);
    },
  ],
  "/clock/freeze": [
    ["at"],
    (parts, { body }) => {
      const at = readText(body["at"], "at");
      const atMs = at === undefined ? undefined : Date.parse(at);
      if (Number.isNaN(atMs)) throw invalid("at must be a time such as 2030-01-31T12:00:00Z");
      parts.emulator.clock.freeze(atMs);
      return viewClock(parts);
    },
  ],
  "/clock/resume": [[], changeClock((parts) => parts.emulator.clock.resume())],
  "/clock/reset": [[], changeClock((parts) => parts.emulator.clock.reset())],
  "/tokens": [
    ["subject", "role", "lifetimeMs"],
    ({ emulator }, { body }) => {
      const subject = readText(body["subject"], "subject");
      const role = readText(body["role"], "role");
      const lifetimeMs = readNumber(body["lifetimeMs"], "lifetimeMs", 1, Number.MAX_SAFE_INTEGER);
      const options = {
        ...(subject !== undefined && { subject }),
        ...(role !== undefined && { role }),
        ...(lifetimeMs !== undefined && { lifetimeMs }),
      };
      return { token: emulator.issueToken(options) };
    },
  ],
  "/tokens/revoke": [[], ({ emulator }) => emulator.revokeTokens()],
};

function changeClock(change: (parts: ControlParts) => void): Answer {
  return (parts) => {
    change(parts);
    return viewClock(parts);
  };
}

function viewClock({ emulator: { clock }, cloud }: ControlParts): unknown {
  const time = new Date(cloud.now()).toISOString();
  return { time, isFrozen: clock.state.frozenAtMs !== undefined, offsetMs: clock.state.offsetMs };
}

/** Reads the filter of calls in a query. */
export function readCallFilter(query: URLSearchParams): CallFilter {
  const code = query.get("code") ?? undefined;
  if (code !== undefined && !isStatusCode(code))
    throw invalid(`code: ${JSON.stringify(code)} is not a status code, such as NOT_FOUND`);
  const after = readNumber(query.get("after"), "after", 0, Number.MAX_SAFE_INTEGER);
  return {
    method: query.get("method") ?? undefined,
    resource: query.get("resource") ?? undefined,
    account: query.get("account") ?? undefined,
    code,
    ...(after === undefined ? {} : { after }),
  };
}

/**
 * Checks the names in a body.
 *
 * @throws EmulatorError that names the most similar one
 */
export function requireNames(body: object, names: readonly string[], path: string): void {
  requireKnownNames(body, Object.fromEntries(names.map((name) => [name, true])), path);
}
