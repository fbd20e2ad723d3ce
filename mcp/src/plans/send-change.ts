import type { CallOptions } from "@stratus/dynamic-client";
import type { Api, ToolCall } from "../calls/api.js";
import type { DraftChange } from "./plan.js";

/** Sends a change once, or under a key if the API promises that a repeated call has no further effect. */
export async function sendChange(
  api: Api,
  change: Pick<DraftChange, "mask" | "message" | "open">,
  key: string,
  { signal }: ToolCall,
): Promise<CallResult> {
  const { open, message, mask } = change;
  const { service, method, listed } = open;
  const hasKey = service.guide.hasKeys && method.repetition === "sameKey";
  const options: CallOptions = {
    signal,
    resetMask: mask,
    // The same call if it is repeated, whoever repeats it. Not every operation of a REST service takes a key.
    idempotencyKey: hasKey ? key : undefined,
    ...(isRepeatable(change) ? {} : { retry: false }),
    // The plan has the parent.
    ...(service.isRest ? {} : { parentId: false }),
  };
  const client = await api.client(listed.entry);
  return awaitResult(client.call(method, method.local, message, options));
}

/** Whether the API promises that a repeated call has no further effect: by the plan's id as a key, or by a request id. */
export function isRepeatable({ open: { service, method } }: Pick<DraftChange, "open">): boolean {
  return (service.guide.hasKeys && method.repetition === "sameKey") || method.requestId !== undefined;
}

/** The result of a call, with the request ID if the SDK reports it. */
export interface CallResult {
  readonly data: unknown;
  readonly requestId: string | undefined;
}

async function awaitResult(sent: unknown): Promise<CallResult> {
  const { withResponse } = sent as { readonly withResponse?: () => Promise<CallResult> };
  if (typeof withResponse !== "function") return { data: await sent, requestId: undefined };
  const { data, requestId } = await withResponse.call(sent);
  return { data, requestId };
}

/** Whether a resource has changed since a change of it was planned. */
export async function hasChanged(
  { current }: Pick<DraftChange, "current">,
  { signal }: ToolCall,
): Promise<boolean> {
  return current !== undefined && (await current.again(signal)).fingerprint !== current.fingerprint;
}
