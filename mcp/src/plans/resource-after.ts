import type { GuideJson } from "@stratus/runtime/guide";
import type { Api, ToolCall } from "../calls/api.js";
import { callRead } from "../calls/read.js";
import { shownValue } from "../calls/shown-value.js";
import type { Plan } from "./plan.js";

/** What a change answered: a message, or the ID of the resource that its operation is about. */
export interface Changed {
  readonly answer?: unknown;
  readonly resourceId?: string;
}

/**
 * Returns the resource after a change: the answer of the change, or else what the Get of the service returns. Undefined if the
 * change destroyed it, or if it cannot be read.
 */
export async function resourceAfter(
  api: Api,
  plan: Plan,
  { answer, resourceId = "" }: Changed,
  call: ToolCall,
): Promise<GuideJson | undefined> {
  const { open, current, tool } = plan;
  const { service, method } = open;
  const { response } = method;
  const isResource = response !== undefined && (current === undefined || response.type === current.type);
  if (answer !== undefined && response !== undefined && (isResource || tool === "destroy"))
    return shownValue(open, response, answer);
  if (tool === "destroy") return undefined;
  try {
    if (current !== undefined) return (await current.again(call.signal)).shown;
    const get = resourceId === "" ? undefined : service.findGet(method);
    if (get?.id === undefined) return undefined;
    const reader = await api.beside(open, get);
    return "why" in reader.decision
      ? undefined
      : await callRead(api, reader, { [get.id]: resourceId }, call);
  } catch {
    // The change was made, whether or not it can be seen.
    return undefined;
  }
}
