import type { Api, ToolCall } from "../calls/api.js";
import type { OpenMethod } from "../methods/access.js";
import { Refusal } from "../text/refusal.js";
import { describeBulk } from "./bulk-approval.js";
import { resolveTargets } from "./bulk-targets.js";
import { forEach } from "./each.js";
import type { BulkMember, Plan, PlanInput } from "./plan.js";
import type { Plans } from "./plans.js";
import { prepareChange, shownRequest } from "./prepare-change.js";

/** Prepares the same change of several resources, and stores it as one plan. It sends only reads. */
export async function makeBulkPlan(api: Api, plans: Plans, input: PlanInput, call: ToolCall): Promise<Plan> {
  const open = await api.allowed(input.method, "apply");
  requireBulk(api, open, input);
  await open.service.codec.load();
  const targets = await resolveTargets(api, open, input, call);
  const { ids: _, list: __, ...one } = input;
  const members: (BulkMember | undefined)[] = targets.map(() => undefined);
  await forEach({ api, call }, targets, async ({ id, request }, at) => {
    try {
      members[at] = { ...(await prepareChange(api, open, { ...one, request }, call)), id };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "NOTHING_TO_CHANGE") throw nameTarget(id, error);
    }
  });
  const changed = members.filter((member) => member !== undefined);
  const [first] = changed;
  if (!first)
    throw new Refusal(
      "NOTHING_TO_CHANGE",
      targets.length === 0
        ? "no resource matches; nothing to plan"
        : `all ${targets.length} resources already have these values; nothing to plan`,
    );
  const details = { requests: changed.map((member) => shownRequest(member)) };
  const approval = describeBulk(api, changed, targets.length - changed.length);
  return plans.add({ ...first, members: changed, details, approval }, input, call);
}

/** Refuses what cannot be planned for several resources, or is not allowed. */
function requireBulk(api: Api, { listed, decision }: OpenMethod, { ids, list }: PlanInput): void {
  if (ids !== undefined && list !== undefined)
    throw new Refusal("ARGUMENT_INVALID", "pass either ids or list");
  if (listed.line.effect === "create")
    throw new Refusal(
      "ARGUMENT_INVALID",
      "ids and list name resources that are there; plan each new one alone",
    );
  if ("tool" in decision && decision.tool === "destroy" && !api.allowsBulk("destroy"))
    throw new Refusal(
      "NOT_ALLOWED",
      "one plan that destroys several resources is not allowed here; start the server with --allow-bulk destroy, or plan each one alone",
    );
}

/** Says which of several resources an error is about. The error keeps its code. */
function nameTarget(id: string, error: unknown): unknown {
  if (error instanceof Error && (error instanceof Refusal || error.name === "UsageError"))
    error.message = `${id}: ${error.message}`;
  return error;
}
