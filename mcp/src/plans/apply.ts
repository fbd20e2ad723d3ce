import {
  type CallOptions,
  isConflict,
  isUnknownOutcome,
  type OperationHandle,
  readFailure,
} from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import type { Api, ToolCall } from "../calls/api.js";
import { failureCode, failureText } from "../calls/failure-text.js";
import { finish } from "../calls/operation.js";
import { Refusal } from "../text/refusal.js";
import { type ApprovedBy, auditFacts } from "./audit.js";
import { makePlan, planText } from "./make-plan.js";
import type { Plan } from "./plan.js";
import type { Plans } from "./plans.js";

/** How long to wait for an operation before returning its handle, in milliseconds. */
const waitMs = 20_000;

/** Applies a plan: sends exactly what was approved, or nothing. Logs one line with the outcome. */
export async function applyPlan(
  api: Api,
  plans: Plans,
  plan: Plan,
  call: ToolCall,
  approvedBy: ApprovedBy,
): Promise<string> {
  plans.take(plan);
  const record = (event: "applied" | "refused", result: string, requestId?: string): void =>
    api.log.add({ event, ...auditFacts(api, plan, call), approvedBy, result, requestId });
  return plans.enqueue(plan.current?.key ?? plan.id, async () => {
    try {
      if (await hasChanged(plan, call)) return await conflict(api, plans, plan, call, changedSince);
      call.signal.throwIfAborted();
      api.limits.change();
      api.limits.call();
    } catch (error) {
      record("refused", failureCode(error));
      throw error;
    }
    return send(api, plans, plan, call, record);
  });
}

const changedSince = "it has changed since the plan was made";

type Record = (event: "applied" | "refused", result: string, requestId?: string) => void;

async function send(api: Api, plans: Plans, plan: Plan, call: ToolCall, record: Record): Promise<string> {
  const { open, message } = plan;
  const { service, method, listed } = open;
  const client = await api.client(listed.entry);
  let answer: CallResult;
  try {
    answer = await awaitResult(client.call(method, method.local, message, callOptions(plan, call)));
  } catch (error) {
    // A call that its caller leaves rejects with the reason alone.
    const isUnknown = call.signal.aborted || isUnknownOutcome(error);
    const { code = isUnknown ? "UNKNOWN" : "FAILED", requestId } = readFailure(error);
    record("applied", code, requestId);
    const why = `${failureText(error, api)} ${attemptsText(plan, error)}`;
    if (isConflict(error)) return conflict(api, plans, plan, call, why);
    if (!isUnknown) throw new Refusal("UNEXPECTED", why, code);
    throw new Refusal(
      "OUTCOME_UNKNOWN",
      `The outcome is unknown: ${why} The server may have applied the change, so it is not sent again. Read the resource, and plan again only if it is unchanged.`,
    );
  }
  const { data, requestId } = answer;
  record("applied", "OK", requestId);
  if (method.operation) return `Sent. ${await finish(api, service, data as OperationHandle, waitMs, call)}`;
  const shown: GuideJson = method.response ? service.codec.toJson(method.response, data) : null;
  return `Done: ${plan.approval.sent}\n${api.answer(shown)}`;
}

/** Whether the API promises that a repeated call has no further effect: by the plan's id as a key, or by a request id. */
function isRepeatable({ open: { service, method } }: Plan): boolean {
  return (service.guide.hasKeys && method.repetition === "sameKey") || method.requestId !== undefined;
}

function callOptions(plan: Plan, { signal }: ToolCall): CallOptions {
  const { service, method } = plan.open;
  return {
    signal,
    resetMask: plan.mask,
    // The same call if it is repeated, whoever repeats it. Not every operation of a REST service takes a key.
    idempotencyKey: service.guide.hasKeys && method.repetition === "sameKey" ? plan.id : undefined,
    ...(isRepeatable(plan) ? {} : { retry: false }),
    // The plan has the parent.
    ...(service.isRest ? {} : { parentId: false }),
  };
}

/** Says what was tried, so that nobody takes the answer to a retry for that to the first attempt. */
function attemptsText(plan: Plan, error: unknown): string {
  const { attempts } = readFailure(error);
  if (attempts === undefined) return "";
  if (attempts === 0) return "Nothing was sent.";
  if (attempts === 1) return "The request was sent once.";
  return `The request was sent ${attempts} times${isRepeatable(plan) ? " under the same key" : ""}.`;
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
  const next = await makePlan(api, plans, plan.input, call);
  throw new Refusal(
    "CONFLICT",
    `Conflict, nothing was changed: ${why}. This is a new plan for the same change.\n${planText(api, next)}`,
  );
}
