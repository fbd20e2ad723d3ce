import { isJsonObject, redactedText } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import { isSecretMember } from "../answer/secret-text.js";
import type { Api, ToolCall } from "../calls/api.js";
import type { OpenMethod } from "../methods/access.js";
import type { DraftChange, PlanInput } from "./plan.js";
import { planRequest } from "./plan-request.js";
import { planUpdate } from "./plan-update.js";
import { refuseViolations } from "./refuse-violations.js";
import { addRequestId } from "./request-id.js";

/** Returns the request of a change as JSON without secrets. */
export function shownRequest({ open: { service, method }, message }: DraftChange): GuideJson {
  return service.codec.show({ kind: "message", type: method.request }, message);
}

/** Prepares a change of one resource. Its secrets are hidden from now on. It sends only reads. */
export async function prepareChange(
  api: Api,
  open: OpenMethod,
  input: PlanInput,
  call: ToolCall,
): Promise<DraftChange> {
  const { service, method } = open;
  const modify = service.isRest ? undefined : service.modifyHelper(method);
  const draft = addRequestId(
    modify
      ? await planUpdate(api, open, modify, input, call)
      : await planRequest(api, open, input, call.signal),
  );
  const { message, mask } = draft;
  await refuseViolations(open, message, mask);
  const form = { kind: "message", type: method.request } as const;
  for (const secret of secretTexts(service.codec.show(form, message, true), shownRequest(draft)))
    api.secrets.addSecret(secret);
  return draft;
}

/** Returns the secrets that a request sets. */
function secretTexts(value: GuideJson, redacted: GuideJson | undefined, isSecret = false): readonly string[] {
  const isHidden = isSecret || redacted === redactedText;
  if (typeof value === "string") return isHidden ? [value] : [];
  if (!isJsonObject(value) && !Array.isArray(value)) return [];
  const shown = (redacted ?? {}) as Readonly<Record<string, GuideJson>>;
  return Object.entries(value).flatMap(([name, one]: [string, GuideJson]) =>
    secretTexts(one, shown[name], isHidden || isSecretMember(value, name)),
  );
}
