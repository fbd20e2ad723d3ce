import { CallError, type CelChecks, type Mask, type Method } from "../entries/generated/sdk-v1.js";
import type { ServerCall } from "../calls/rpc/server-call.js";
import type { AnyHandler } from "./answer.js";

/**
 * A handler that is called with requests that keep the rules of the API alone; each of a stream is looked at when the
 * handler reads it. The handler itself if nothing is stated about its requests. An Update is held against what it carries
 * and what its reset mask clears.
 */
export function checkedHandler(method: Method, handler: AnyHandler, cel: CelChecks | undefined): AnyHandler {
  if (!method.request.rules) return handler;
  const gate = { method, cel };
  if (method.kind === "clientStreaming" || method.kind === "bidiStreaming")
    return (requests, call) => handler(checkedAll(gate, requests as AsyncIterable<unknown>), call);
  return async (request, call) => {
    await expectRules(gate, request, call);
    return handler(request, call);
  };
}

/** The check between requests and their handler. */
interface Gate {
  readonly method: Method;
  readonly cel: CelChecks | undefined;
}

async function* checkedAll(gate: Gate, requests: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
  for await (const request of requests) {
    await expectRules(gate, request, undefined);
    yield request;
  }
}

/** @throws A CallError with all rules that the request breaks. */
async function expectRules(
  { method: { request: type, isUpdate }, cel }: Gate,
  request: unknown,
  call: ServerCall | undefined,
): Promise<void> {
  const { findViolations, loadPlan } = await import("../messages/check/check-call.js");
  const mask = isUpdate && call ? await maskView(call.resetMask) : undefined;
  const nowMs = Date.now();
  const found = findViolations(await loadPlan(type), request, { mask, nowMs });
  // What the server may fill itself is not asked for.
  const broken = found.filter(({ rule, isMissing }) => isMissing || rule.name !== "required");
  const more = (await cel?.violations(type, request, { isUpdate, nowMs })) ?? [];
  if (broken.length + more.length === 0) return;
  const { toViolation, formatViolations } = await import("../messages/check/rule-text.js");
  const violations = [...broken.map(toViolation), ...more];
  const text = `the request violates validation rules: ${formatViolations(violations)}`;
  throw new CallError({ code: "INVALID_ARGUMENT", text, violations });
}

async function maskView(mask: Mask) {
  return (await import("../messages/check/mask-view.js")).viewMask(mask);
}
