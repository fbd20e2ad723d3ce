import type { Api, ToolCall } from "../calls/api.js";
import { answerText } from "../answer/answer.js";
import { maxAnswerTokens } from "../text/tokens.js";
import type { Plan, PlanInput } from "./plan.js";
import { planRequest } from "./plan-request.js";
import { planUpdate } from "./plan-update.js";
import { addRequestId } from "./request-id.js";
import type { Plans } from "./plans.js";

/** Prepares a change and stores it as a plan. It sends only reads. */
export async function makePlan(api: Api, plans: Plans, input: PlanInput, call: ToolCall): Promise<Plan> {
  const open = await api.allowed(input.method, "apply");
  await open.service.codec.load();
  const modify = open.service.isRest ? undefined : open.service.modifyHelper(open.method);
  const change = modify
    ? await planUpdate(api, open, modify, input, call)
    : await planRequest(api, open, input, call);
  return plans.add(addRequestId(change), input, call.caller);
}

/** Formats a plan for the model. */
export function planText({ id, tool, summary, details }: Plan): string {
  const head = `Nothing was changed yet. To do it, call ${tool} within ten minutes, once, with\nplan_id: ${id}\nsummary: ${summary}`;
  return `${head}\n${answerText(details, {}, maxAnswerTokens - 2_000)}`;
}
