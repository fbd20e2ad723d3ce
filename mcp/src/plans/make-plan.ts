import type { Api, ToolCall } from "../calls/api.js";
import type { ToolAnswer } from "../text/tool-answer.js";
import { maxAnswerTokens, countTokens } from "../text/tokens.js";
import { describeChange } from "./approval.js";
import type { Plan, PlanInput } from "./plan.js";
import type { Plans } from "./plans.js";
import { prepareChange, shownRequest } from "./prepare-change.js";

/** Prepares a change and stores it as a plan. It sends only reads. */
export async function makePlan(api: Api, plans: Plans, input: PlanInput, call: ToolCall): Promise<Plan> {
  if (input.ids !== undefined || input.list !== undefined)
    return (await import("./bulk-plan.js")).makeBulkPlan(api, plans, input, call);
  const open = await api.allowed(input.method, "apply");
  await open.service.codec.load();
  const draft = await prepareChange(api, open, input, call);
  const { mask, current, after } = draft;
  const details = {
    request: shownRequest(draft),
    ...(mask === undefined ? {} : { resetMask: mask }),
    // An update names what it replaces; of other changes a person sees the resource.
    ...(current === undefined || after !== undefined ? {} : { now: current.shown }),
  };
  return plans.add({ ...draft, details, approval: describeChange(api, draft) }, input, call);
}

/**
 * Formats a plan for the model. Its structured content repeats the text up to the summary. Of a plan of several resources,
 * only the page shows all.
 *
 * @param maxLength The maximum length in characters, beyond which the request and the resource are left out. Default: none.
 */
export function planAnswer(api: Api, plan: Plan, maxLength = Infinity): ToolAnswer {
  const { id, tool, summary, details, members } = plan;
  const outcome = `Nothing was changed yet. To do it, call ${tool} within ten minutes, once, with`;
  const head = `${outcome}\nplan_id: ${id}\nsummary: ${summary}`;
  const structured = { outcome, tool, plan_id: id, summary };
  if (members) return { text: head, structured };
  const text = `${head}\n${api.answer(details, {}, maxAnswerTokens - countTokens(head) - 500)}`;
  if (text.length <= maxLength) return { text, structured };
  return {
    text: `${head}\nThe request and the resource are too long for this answer; read the resource.`,
    structured,
  };
}
