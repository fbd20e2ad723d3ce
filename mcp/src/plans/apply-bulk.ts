import { createHash } from "node:crypto";
import { isConflict, isUnknownOutcome, type OperationHandle, readFailure } from "@stratus/dynamic-client";
import type { Api, ToolCall } from "../calls/api.js";
import { failureCode, failureText } from "../calls/failure-text.js";
import { awaitOperation, operationHandle } from "../calls/operation.js";
import { inlineText, truncate } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";
import type { ToolAnswer } from "../text/tool-answer.js";
import { type ApprovedBy, auditFacts } from "./audit.js";
import { maxShown } from "./bulk-approval.js";
import { forEach } from "./each.js";
import type { BulkMember, Plan } from "./plan.js";
import type { Plans } from "./plans.js";
import { hasChanged, sendChange } from "./send-change.js";

/** How long to wait for the operations of all changes, in milliseconds. */
const waitMs = 20_000;

/** The maximum number of IDs and reasons in an answer, and the maximum length of a reason in characters. */
const [maxListed, maxReasonLength] = [10, 300] as const;

/** Codes and HTTP statuses of failures that concern all resources: the login, its permissions, a quota, or no server. */
const concernsAll: ReadonlySet<number | string | undefined> = new Set([
  "LIMIT_REACHED",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "UNAUTHENTICATED",
  "UNAVAILABLE",
  401,
  403,
  429,
]);

/** The outcomes of the changes, by their IDs. */
interface Outcomes {
  readonly done: string[];
  readonly conflict: string[];
  readonly failed: { readonly id: string; readonly why: string }[];
  readonly unknown: string[];
  readonly operations: { readonly id: string; readonly operation: OperationHandle }[];
  /** Why no more was tried. */
  stopped: string | undefined;
}

/**
 * Applies a plan of several resources, and says what came of each. It stops at a failure that concerns all of them.
 *
 * @throws A Refusal if there are more than six and nobody approved them on the page.
 */
export async function applyBulk(
  api: Api,
  plans: Plans,
  plan: Plan,
  call: ToolCall,
  approvedBy: ApprovedBy,
): Promise<ToolAnswer> {
  const { members = [] } = plan;
  if (members.length > maxShown && approvedBy !== "page")
    throw new Refusal(
      "CONFIRMATION_UNAVAILABLE",
      `a change of more than ${maxShown} resources has to be approved on the page, which shows all of them; start the server without --confirm never`,
    );
  plans.take(plan);
  const outcomes: Outcomes = {
    done: [],
    conflict: [],
    failed: [],
    unknown: [],
    operations: [],
    stopped: undefined,
  };
  const isOver = (): boolean => outcomes.stopped !== undefined || call.signal.aborted;
  try {
    await forEach({ api, call, isOver }, members, (member, at) =>
      plans.enqueue(member.current?.key ?? `${plan.id} ${at}`, () =>
        applyMember({ api, call, outcomes }, member, memberKey(plan, at)),
      ),
    );
    await awaitAll(api, plan, outcomes, call);
  } finally {
    const result = Object.entries(countsOf(outcomes, members.length)).map(
      ([name, count]) => `${name} ${count}`,
    );
    api.log.add({ event: "applied", ...auditFacts(api, plan, call), approvedBy, result: result.join(", ") });
  }
  call.signal.throwIfAborted();
  return bulkAnswer(plan, outcomes);
}

/** Returns the idempotency key of a change, which nobody else has. */
function memberKey({ id }: Plan, at: number): string {
  const hex = createHash("sha256").update(`${id} ${at}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

interface Applying {
  readonly api: Api;
  readonly call: ToolCall;
  readonly outcomes: Outcomes;
}

async function applyMember(
  { api, call, outcomes }: Applying,
  member: BulkMember,
  key: string,
): Promise<void> {
  const { id, open } = member;
  let isSent = false;
  try {
    if (await hasChanged(member, call)) {
      outcomes.conflict.push(id);
      return;
    }
    call.signal.throwIfAborted();
    api.limits.change();
    api.limits.call();
    isSent = true;
    const { data } = await sendChange(api, member, key, call);
    if (open.method.operation) outcomes.operations.push({ id, operation: data as OperationHandle });
    else outcomes.done.push(id);
  } catch (error) {
    if (isSent && (call.signal.aborted || isUnknownOutcome(error))) outcomes.unknown.push(id);
    else if (isConflict(error)) outcomes.conflict.push(id);
    else outcomes.failed.push({ id, why: failureText(error, api) });
    const { status } = readFailure(error);
    if (concernsAll.has(failureCode(error)) || concernsAll.has(status))
      outcomes.stopped ??= failureText(error, api);
  }
}

/** Waits for the operations together. Those that go on are neither done nor failed. */
async function awaitAll(api: Api, { open }: Plan, outcomes: Outcomes, call: ToolCall): Promise<void> {
  const endMs = api.nowMs() + waitMs;
  const running = outcomes.operations.splice(0);
  await Promise.all(
    running.map(async ({ id, operation }) => {
      const leftMs = Math.max(0, endMs - api.nowMs());
      const state = await awaitOperation(api, open.service, operation, leftMs, {
        ...call,
        progress: undefined,
      });
      if (state.failure !== undefined) outcomes.failed.push({ id, why: state.text });
      else if (state.isDone) outcomes.done.push(id);
      else outcomes.operations.push({ id, operation });
    }),
  );
}

function countsOf(outcomes: Outcomes, all: number): Readonly<Record<string, number>> {
  const { done, conflict, failed, unknown, operations } = outcomes;
  const tried = done.length + conflict.length + failed.length + unknown.length + operations.length;
  return {
    done: done.length,
    conflict: conflict.length,
    failed: failed.length,
    ...(unknown.length > 0 ? { "outcome unknown": unknown.length } : {}),
    ...(operations.length > 0 ? { continues: operations.length } : {}),
    "not tried": all - tried,
  };
}

function bulkAnswer({ open, members = [] }: Plan, outcomes: Outcomes): ToolAnswer {
  const { entry } = open.service;
  const { conflict, failed, unknown, operations, stopped } = outcomes;
  const counts = countsOf(outcomes, members.length);
  const tried = new Set([
    ...outcomes.done,
    ...conflict,
    ...unknown,
    ...[...failed, ...operations].map(({ id }) => id),
  ]);
  const rest = members.map(({ id }) => id).filter((id) => !tried.has(id));
  const lines = [
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(", "),
    stopped === undefined ? "" : `Stopped, because this concerns all: ${stopped}`,
    listed("Conflict, changed since the plan was made; plan them again", conflict),
    ...failed
      .slice(0, maxListed)
      .map(({ id, why }) => `Failed ${inlineText(id)}: ${truncate(why, maxReasonLength)}`),
    listed("The outcome is unknown; read them before you plan again", unknown),
    listed(
      "Operations continue; call operation with a handle",
      operations.map(({ operation }) => operationHandle(entry, operation.id)),
    ),
    listed("Not tried", rest),
  ].filter(Boolean);
  const outcome = lines.join("\n");
  return { text: outcome, structured: { outcome, ...counts } };
}

function listed(title: string, ids: readonly string[]): string {
  if (ids.length === 0) return "";
  const more = ids.length > maxListed ? `, and ${ids.length - maxListed} more` : "";
  return `${title}: ${ids
    .slice(0, maxListed)
    .map((id) => inlineText(id, 200))
    .join(", ")}${more}`;
}
