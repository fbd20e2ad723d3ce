/** The law of approvals: an approved text determines what is sent, and a plan determines the resource that it was made for. */
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import type { Api, ApiOptions, ToolCall } from "../../mcp/src/calls/api.js";
import type { Approval, Plan, PlanInput } from "../../mcp/src/plans/plan.js";
import type { Plans } from "../../mcp/src/plans/plans.js";
import type { WholeChange } from "../../mcp/src/plans/whole-change.js";
import type { Place } from "./place.fixture.js";
import { type Case, state, twoPlans, volumes } from "./volumes.fixture.js";

/** The parts of the server that the law is about, as they are or with a bug. */
export interface ApprovalCode {
  readonly Api: new (options: ApiOptions) => Api;
  readonly Plans: new (api: Api) => Plans;
  readonly makePlan: (api: Api, plans: Plans, input: PlanInput, call: ToolCall) => Promise<Plan>;
  readonly questionText: (approval: Approval) => string | undefined;
  readonly describeWhole: (api: Api, plan: Plan) => WholeChange;
}

/**
 * Looks for two changes with one approval.
 *
 * @param endOnFailure Whether to throw the first pair instead of a small one.
 * @returns the number of pairs that had plans. @throws An error that shows the pair.
 */
export async function tryApprovals(
  place: Place,
  code: ApprovalCode,
  runs: number,
  endOnFailure = false,
): Promise<number> {
  const allow = ["create", "change", "destroy"] as const;
  const allowMethods = [`${volumes}/resize-volume`];
  const api = new code.Api(
    await place.options({ allow, allowMethods, rate: 1e9, writeLog: () => undefined }),
  );
  const plans = new code.Plans(api);
  let present: Readonly<Record<string, unknown>> = {};
  place.emulator.handle("Volumes/GetVolume", () => present);
  const plan = async (one: Case, found: typeof present): Promise<Plan | undefined> => {
    present = found;
    const input = { ...one, method: `${volumes}/${one.method}` } as PlanInput;
    const call = { caller: "", signal: AbortSignal.timeout(60_000) };
    // Some changes change nothing, are too long to review, or set values that no message has.
    return code.makePlan(api, plans, input, call).catch(() => undefined);
  };
  let tried = 0;
  const law = fc.asyncProperty(twoPlans, state, state, async ([one, other], found, later) => {
    const [first, second] = [await plan(one, found), await plan(other, found)];
    if (!first || !second) return;
    tried += 1;
    if (!isSame(first, second)) {
      refuseEqual("the summary of", first.summary, second.summary);
      const [asked, otherAsked] = [first, second].map(({ approval }) => code.questionText(approval));
      if (asked !== undefined) refuseEqual("the question of", asked, otherAsked ?? "");
      const [page = "", otherPage] = [first, second].map((plan) =>
        JSON.stringify(code.describeWhole(api, plan).sent),
      );
      refuseEqual("the page of", page, otherPage ?? "");
    }
    const again = await plan(one, later);
    if (first.current && again?.current && !isDeepStrictEqual(found, later))
      refuseEqual("the version of", first.current.fingerprint, again.current.fingerprint);
  });
  await fc.assert(law, { numRuns: runs, endOnFailure }).finally(() => api.close());
  return tried;
}

function isSame(one: Plan, other: Plan): boolean {
  const sent = ({ open, message, mask }: Plan) => [open.listed.name, message, mask];
  return isDeepStrictEqual(sent(one), sent(other));
}

function refuseEqual(what: string, one: string, other: string): void {
  if (one === other) throw new Error(`${what} two changes is the same: ${one}`);
}
