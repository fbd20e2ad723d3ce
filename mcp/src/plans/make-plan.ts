import { isJsonObject, isSecretName, redactedText } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import type { Api, ToolCall } from "../calls/api.js";
import { maxAnswerTokens, countTokens } from "../text/tokens.js";
import { describeChange } from "./approval.js";
import type { Plan, PlanInput } from "./plan.js";
import { planRequest } from "./plan-request.js";
import { planUpdate } from "./plan-update.js";
import { refuseViolations } from "./refuse-violations.js";
import { addRequestId } from "./request-id.js";
import type { Plans } from "./plans.js";

/** Prepares a change and stores it as a plan. It sends only reads. */
export async function makePlan(api: Api, plans: Plans, input: PlanInput, call: ToolCall): Promise<Plan> {
  const open = await api.allowed(input.method, "apply");
  const { service, method } = open;
  await service.codec.load();
  const modify = service.isRest ? undefined : service.modifyHelper(method);
  const draft = addRequestId(
    modify
      ? await planUpdate(api, open, modify, input, call)
      : await planRequest(api, open, input, call.signal),
  );
  const { message, mask, current, after } = draft;
  await refuseViolations(open, message, mask);
  const form = { kind: "message", type: method.request } as const;
  const request = service.codec.show(form, message);
  for (const secret of secretTexts(service.codec.show(form, message, true), request))
    api.secrets.addSecret(secret);
  const details = {
    request,
    ...(mask === undefined ? {} : { resetMask: mask }),
    // An update names what it replaces; of other changes a person sees the resource.
    ...(current === undefined || after !== undefined ? {} : { now: current.shown }),
  };
  return plans.add({ ...draft, details, approval: describeChange(api, draft) }, input, call);
}

/** Formats a plan for the model. */
export function planText(api: Api, { id, tool, summary, details }: Plan): string {
  const head = `Nothing was changed yet. To do it, call ${tool} within ten minutes, once, with\nplan_id: ${id}\nsummary: ${summary}`;
  return `${head}\n${api.answer(details, {}, maxAnswerTokens - countTokens(head) - 500)}`;
}

/** Returns the secrets that a request sets. */
function secretTexts(value: GuideJson, redacted: GuideJson | undefined, isSecret = false): readonly string[] {
  const isHidden = isSecret || redacted === redactedText;
  if (typeof value === "string") return isHidden ? [value] : [];
  if (!isJsonObject(value) && !Array.isArray(value)) return [];
  const shown = (redacted ?? {}) as Readonly<Record<string, GuideJson>>;
  return Object.entries(value).flatMap(([name, one]: [string, GuideJson]) =>
    secretTexts(one, shown[name], isHidden || isSecretName(name)),
  );
}
