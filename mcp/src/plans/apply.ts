import {
  type CallOptions,
  isConflict,
  isUnknownOutcome,
  type OperationHandle,
  readFailure,
} from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import { answerText } from "../answer/answer.js";
import type { Api, ToolCall } from "../calls/api.js";
import { failureText } from "../calls/failure-text.js";
import { finish } from "../calls/operation.js";
import { Refusal } from "../text/refusal.js";
import { makePlan, planText } from "./make-plan.js";
import type { Plan } from "./plan.js";
import { type Plans, shortId } from "./plans.js";

/** How long to wait for an operation before returning its handle, in milliseconds. */
const waitMs = 20_000;

/** Applies a plan: sends exactly what was approved, or nothing. */
export async function applyPlan(api: Api, plans: Plans, plan: Plan, call: ToolCall): Promise<string> {
  plans.take(plan);
  const { open, summary } = plan;
  api.log.add({ event: "approved", method: open.listed.name, plan: shortId(plan), summary });
  return plans.enqueue(queueKey(plan), async () => {
    if (await hasChanged(plan, call))
      return conflict(api, plans, plan, call, "it has changed since the plan was made");
    call.signal.throwIfAborted();
    api.limits.change();
    api.limits.call();
    return send(api, plans, plan, call);
  });
}

async function send(api: Api, plans: Plans, plan: Plan, call: ToolCall): Promise<string> {
  const { open, message, mask } = plan;
  const { service, method, listed } = open;
  const client = await api.client(listed.entry);
  const options: CallOptions = {
    signal: call.signal,
    resetMask: mask,
    // The same call if it is repeated, whoever repeats it. Not every operation of a REST service takes a key.
    idempotencyKey: service.guide.hasKeys && method.repetition === "sameKey" ? plan.id : undefined,
  };
  const done = (result: string, requestId: string | undefined): void =>
    api.log.add({ event: "applied", method: listed.name, plan: shortId(plan), result, requestId });
  let answer: CallResult;
  try {
    answer = await awaitResult(client.call(method, method.local, message, options));
  } catch (error) {
    // A call that its caller leaves rejects with the reason alone.
    const isUnknown = call.signal.aborted || isUnknownOutcome(error);
    const { code = isUnknown ? "UNKNOWN" : "FAILED", requestId } = readFailure(error);
    done(code, requestId);
    if (isConflict(error)) return conflict(api, plans, plan, call, failureText(error));
    if (!isUnknown) throw error;
    throw new Refusal(
      "OUTCOME_UNKNOWN",
      `The outcome is unknown: ${failureText(error)}. The server may have applied the change, so it is not sent again. Read the resource, and plan again only if it is unchanged.`,
    );
  }
  const { data, requestId } = answer;
  done("OK", requestId);
  if (method.operation) return `Sent. ${await finish(service, data as OperationHandle, waitMs, call)}`;
  const shown: GuideJson = method.response ? service.codec.toJson(method.response, data) : null;
  return `Done: ${plan.summary}\n${answerText(shown)}`;
}

interface CallResult {
  readonly data: unknown;
  readonly requestId: string | undefined;
}

/** The result of a call, with the request id if the SDK reports it. */
async function awaitResult(sent: unknown): Promise<CallResult> {
  const { withResponse } = sent as { readonly withResponse?: () => Promise<CallResult> };
  if (typeof withResponse !== "function") return { data: await sent, requestId: undefined };
  const { data, requestId } = await withResponse.call(sent);
  return { data, requestId };
}

async function hasChanged({ current }: Plan, { signal }: ToolCall): Promise<boolean> {
  return current !== undefined && (await current.again(signal)).fingerprint !== current.fingerprint;
}

/** Refuses a plan after a conflict, with a new plan for the same change. */
async function conflict(api: Api, plans: Plans, plan: Plan, call: ToolCall, why: string): Promise<never> {
  api.log.add({ event: "refused", method: plan.open.listed.name, plan: shortId(plan), result: "CONFLICT" });
  const next = await makePlan(api, plans, plan.input, call);
  throw new Refusal(
    "CONFLICT",
    `Conflict, nothing was changed: ${why}. This is a new plan for the same change.\n${planText(next)}`,
  );
}

/** Returns the key of the queue: the resource of the plan, or the plan itself if it creates one. */
function queueKey({ open, current, id }: Plan): string {
  const resource = current?.shown as
    | { readonly metadata?: { readonly id?: string }; readonly name?: string }
    | null
    | undefined;
  const key = resource?.metadata?.id ?? resource?.name;
  return `${open.listed.entry.name}/${key ?? (current ? "" : id)}`;
}
