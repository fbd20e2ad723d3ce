import type { GuideMethod } from "@stratus/runtime/guide";
import {
  type Client,
  isConflict,
  isUnknownOutcome,
  type OperationHandle,
  readFailure,
  resourceDifferences,
  resourceForms,
  resourceId,
  type ResourceKind,
  safeLine,
  UsageError,
} from "@stratus/dynamic-client";
import { type ApplyContext, callOptions, modifyOptions, openKind } from "./apply-context.js";
import { describeKept } from "./plan-notes.js";
import {
  applyTo,
  fingerprint,
  getRequest,
  planById,
  planResource,
  type ResourcePlan,
  type ResourceTarget,
} from "./plan-resource.js";

/** The maximum number of plans for one resource. The next error is final. */
const maxPlans = 10;

/** Thrown to stop an update whose effect is no longer the planned one. Nothing was sent. */
class PlanChanged extends Error {}

/** The functions of a run that carrying out a plan needs. */
export interface CarryOutOptions {
  /** The fingerprint of the plan that was approved. */
  readonly approved: string;
  /** Returns a fingerprint in which IDs that became known are as in the approved plans. */
  readonly normalize: (fingerprint: string) => string;
  /** Asks about another plan. Throws if it is not approved. */
  readonly approve: (plan: ResourcePlan) => Promise<void>;
}

/** A plan that was carried out. */
export interface CarriedOut {
  readonly action: ResourcePlan["action"];
  readonly id: string | undefined;
  /** Descriptions of values that the server stores in another form than the document has. */
  readonly kept: readonly string[];
}

/**
 * Carries out a plan. If the resource has changed in the meantime, or if the outcome of a Create is unknown, it looks the
 * resource up and plans again. It asks again if the new plan is another one.
 */
export async function carryOut(
  apply: ApplyContext,
  target: ResourceTarget,
  first: ResourcePlan,
  options: CarryOutOptions,
): Promise<CarriedOut> {
  let { approved } = options;
  // A REST API has no versions, so its requests are made of what is there now.
  let plan = target.kind.service.isRest ? await planResource(apply, target) : first;
  let created: string | undefined;
  for (let count = 1; ; count++) {
    const isApproved = (one: string): boolean => options.normalize(one) === options.normalize(approved);
    if (plan.action !== "unchanged" && !isApproved(plan.fingerprint)) {
      await options.approve(plan);
      approved = plan.fingerprint;
    }
    if (plan.action === "unchanged") return { action: first.action, id: plan.id, kept: [] };
    try {
      created = await send(apply, target, plan, isApproved);
      break;
    } catch (error) {
      if (count >= maxPlans || !mayPlanAgain(plan, error)) throw error;
      const next = await planResource(apply, target).catch(() => undefined);
      // A Create that may still arrive is not sent twice.
      if (!next || (plan.action === "create" && next.action === "create")) throw error;
      plan = next;
    }
  }
  return { action: plan.action, ...(await verify(apply, target, plan, created)) };
}

function mayPlanAgain({ action }: ResourcePlan, error: unknown): boolean {
  if (error instanceof PlanChanged || isConflict(error)) return true;
  return action === "create" && (isUnknownOutcome(error) || readFailure(error).code === "ALREADY_EXISTS");
}

/** Sends a plan. Returns the ID of a new resource, if the response contains it. */
async function send(
  apply: ApplyContext,
  target: ResourceTarget,
  plan: ResourcePlan,
  isApproved: (fingerprint: string) => boolean,
): Promise<string | undefined> {
  const { kind } = target;
  const { create, update } = kind;
  const client = await openKind(apply, kind);
  if (plan.action === "create") {
    if (!create) return undefined;
    const call = client.call(create, create.local, plan.request, callOptions(apply));
    return createdId(kind, create, await finish(apply, create, call));
  }
  if (plan.action !== "change" || !update) return undefined;
  if (plan.request)
    await finish(apply, update, client.call(update, update.local, plan.request, callOptions(apply)));
  else await modify(apply, target, client, plan, isApproved);
  return undefined;
}

/** Sends a change with the read-modify-write helper, unless its effect is no longer the approved one. */
async function modify(
  apply: ApplyContext,
  target: ResourceTarget,
  client: Client,
  plan: ResourcePlan,
  isApproved: (fingerprint: string) => boolean,
): Promise<void> {
  const { kind } = target;
  const { update } = kind;
  const helper = update && kind.service.modifyHelper(update);
  if (!helper)
    throw new UsageError("PACKAGE_INVALID", "the guide has no modify here: generate the package again");
  const change = (resource: object): void => {
    if (!isApproved(fingerprint(applyTo(apply, target, resource)))) throw new PlanChanged();
  };
  const request = getRequest(kind, plan.id ?? "");
  await finish(apply, update, client.helper(helper.local)(request, change, modifyOptions(apply)));
}

/** Waits for the result of a call, and for the operation that it starts. */
async function finish(apply: ApplyContext, method: GuideMethod, answer: unknown): Promise<unknown> {
  const result = await answer;
  if (!method.operation) return result;
  const { signal, timeoutMs } = callOptions(apply);
  await (result as OperationHandle).wait({
    ...(signal ? { signal } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return result;
}

function createdId(
  kind: ResourceKind,
  { operation, response }: GuideMethod,
  result: unknown,
): string | undefined {
  if (operation) return (result as OperationHandle).resourceId || undefined;
  const isResource = !kind.service.isRest && response?.type === kind.type;
  return isResource ? resourceId(kind, resourceForms(kind, result as object).full) : undefined;
}

/** Reads the resource, and compares it with the document. */
async function verify(
  apply: ApplyContext,
  target: ResourceTarget,
  sent: ResourcePlan,
  created: string | undefined,
): Promise<Pick<CarriedOut, "id" | "kept">> {
  // What is never returned cannot be verified.
  const flags = apply.argv.flags.filter(({ name }) => name !== "send-secrets");
  try {
    const current = { ...apply, argv: { ...apply.argv, flags } };
    const found = await planResource(current, target);
    const isLost = found.action === "create" && created !== undefined;
    const plan = (isLost ? await planById(current, target, created) : undefined) ?? found;
    if (plan.action === "create")
      throw new UsageError(
        "UNSUPPORTED",
        "the server accepted the resource, and does not find it by what the document says; export it to get its ID",
      );
    const kept = plan.action === "change" ? describeKept(resourceDifferences(plan.before, plan.after)) : [];
    const hint = "the next apply does not find the resource by what the file has";
    return { id: plan.id, kept: isLost ? [...kept, hint] : kept };
  } catch (error) {
    if (sent.action === "create" || sent.id === undefined) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return {
      id: sent.id,
      kept: [`it was sent, and cannot be compared with the server: ${safeLine(reason)}`],
    };
  }
}
