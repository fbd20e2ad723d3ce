import type { OperationHandle } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import type { Api, ToolCall } from "../calls/api.js";
import { callRead } from "../calls/call-read.js";
import { shownValue } from "../calls/shown-value.js";
import type { Plan } from "./plan.js";

/** The answer to a change: a message, or an operation that is done. */
export interface Changed {
  readonly answer?: unknown;
  readonly operation?: OperationHandle;
}

/**
 * Returns the resource after a change: the answer of the change, or else what the Get of the service returns. Undefined if the
 * change destroyed it, or if it cannot be read.
 */
export async function resourceAfter(
  api: Api,
  plan: Plan,
  { answer, operation }: Changed,
  call: ToolCall,
): Promise<GuideJson | undefined> {
  const { open, current, tool } = plan;
  const { service, method } = open;
  const { response } = method;
  // Of a REST API, equal schemas may have different names.
  const isResource = current === undefined || service.isRest || response?.type === current.type;
  if (answer !== undefined && response !== undefined && (isResource || tool === "destroy"))
    return shownValue(open, response, answer);
  if (tool === "destroy") return undefined;
  try {
    if (current !== undefined) return (await current.again(call.signal)).shown;
    const { local, result } = method.operation ?? {};
    if (local === "result" && result !== undefined && operation?.result)
      return shownValue(
        open,
        { kind: "message", type: result },
        await operation.result({ signal: call.signal }),
      );
    const { resourceId = "" } = operation ?? {};
    const get = resourceId === "" ? undefined : service.findGet(method);
    if (get?.id === undefined) return undefined;
    const reader = await api.beside(open, get);
    return "why" in reader.decision ? undefined : await callRead(api, reader, { [get.id]: resourceId }, call);
  } catch {
    // The change was made, whether or not it can be seen.
    return undefined;
  }
}
