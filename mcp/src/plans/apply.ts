import { isConflict, isUnknownOutcome, type OperationHandle, readFailure } from "@stratus/dynamic-client";
import type { Api, ToolCall } from "../calls/api.js";
import { failureCode, failureText } from "../calls/failure-text.js";
import { awaitOperation } from "../calls/operation.js";
import { truncate } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";
import type { ToolAnswer } from "../text/tool-answer.js";
import { type ApprovedBy, auditFacts } from "./audit.js";
import { makePlan, planAnswer } from "./make-plan.js";
import type { Plan } from "./plan.js";
import type { Plans } from "./plans.js";
import { resourceAfter } from "./resource-after.js";
import { type CallResult, hasChanged, isRepeatable, sendChange } from "./send-change.js";

/** How long to wait for an operation before returning its handle, in milliseconds. */
const waitMs = 20_000;

/** The maximum lengths of the answer to a conflict without its summary, and of the reason in it, in characters. */
const [maxLength, maxReasonLength] = [2_000, 300] as const;

/** Applies a plan: sends exactly what was approved, or nothing. Logs one line with the outcome. */
export async function applyPlan(
  api: Api,
  plans: Plans,
  plan: Plan,
  call: ToolCall,
  approvedBy: ApprovedBy,
): Promise<ToolAnswer> {
  if (plan.members) return (await import("./apply-bulk.js")).applyBulk(api, plans, plan, call, approvedBy);
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

async function send(api: Api, plans: Plans, plan: Plan, call: ToolCall, record: Record): Promise<ToolAnswer> {
  let answer: CallResult;
  try {
    answer = await sendChange(api, plan, plan.id, call);
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
  record("applied", "OK", answer.requestId);
  const { service, method } = plan.open;
  if (!method.operation) {
    const data = await resourceAfter(api, plan, { answer: answer.data }, call);
    return changeAnswer(api, `Done: ${plan.approval.sent}`, data);
  }
  const operation = answer.data as OperationHandle;
  const { text, json, isDone, failure } = await awaitOperation(api, service, operation, waitMs, call);
  const isWhole = isDone && failure === undefined;
  const data = isWhole ? await resourceAfter(api, plan, { operation }, call) : json;
  return changeAnswer(api, `Sent. ${text}`, data);
}

/**
 * Says what came of a change. The data is the resource after it, or an operation that goes on or has failed. It is in the
 * text alone.
 */
function changeAnswer(
  api: Api,
  outcome: string,
  data: Awaited<ReturnType<typeof resourceAfter>>,
): ToolAnswer {
  const text = data === undefined ? outcome : `${outcome}\n${api.answer(data)}`;
  return { text, structured: { outcome } };
}

/** Says what was tried, so that nobody takes the answer to a retry for that to the first attempt. */
function attemptsText(plan: Plan, error: unknown): string {
  const { attempts } = readFailure(error);
  if (attempts === undefined) return "";
  if (attempts === 0) return "Nothing was sent.";
  if (attempts === 1) return "The request was sent once.";
  return `The request was sent ${attempts} times${isRepeatable(plan) ? " under the same key" : ""}.`;
}

/** Refuses a plan after a conflict, with a new plan for the same change. */
async function conflict(api: Api, plans: Plans, plan: Plan, call: ToolCall, why: string): Promise<never> {
  const head = `Conflict, nothing was changed: ${truncate(why, maxReasonLength)}. This is a new plan for the same change.\n`;
  const next = planAnswer(api, await makePlan(api, plans, plan.input, call), maxLength - head.length);
  throw new Refusal("CONFLICT", `${head}${next.text}`);
}
