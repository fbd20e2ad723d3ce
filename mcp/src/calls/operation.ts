import {
  isJsonObject,
  type OperationHandle,
  type Service,
  progressText,
  readFailure,
  readProgress,
} from "@stratus/dynamic-client";
import type { GuideEntry, GuideJson } from "@stratus/runtime/guide";
import { serviceName } from "../methods/methods.js";
import { inlineText } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";
import type { Api, ToolCall } from "./api.js";

/** The maximum length of a progress text, in characters. People see it while they wait. */
const maxProgressLength = 200;

/** Returns the handle of an operation, which includes its service: `compute/instance:operation-1`. */
export function operationHandle(entry: GuideEntry, id: string): string {
  return `${serviceName(entry)}:${id}`;
}

/** An operation that a handle names. */
export interface OpenOperation {
  readonly service: Service;
  readonly operation: OperationHandle;
}

/** Reads an operation by its handle. */
export async function openOperation(api: Api, handle: string, { signal }: ToolCall): Promise<OpenOperation> {
  const at = handle.indexOf(":");
  const entry = at > 0 ? api.methods.service(handle.slice(0, at)) : undefined;
  const id = handle.slice(at + 1);
  if (!entry || id === "")
    throw new Refusal(
      "ARGUMENT_INVALID",
      `${inlineText(handle)} is not an operation handle; apply returns handles such as compute/instance:operation-1`,
    );
  const service = await api.sdk.service(entry);
  const { pickUp } = service.guide;
  if (!pickUp) throw new Refusal("ARGUMENT_INVALID", `${serviceName(entry)} has no long-running operations`);
  const client = await api.client(entry);
  api.limits.call();
  const operation = (await client.helper(pickUp.local)(id, { signal })) as OperationHandle;
  api.log.add({ event: "call", method: `${serviceName(entry)} operation`, result: "OK" });
  return { service, operation };
}

/** Reads an operation by its handle, and waits up to `waitMs` for its end. */
export async function readOperation(
  api: Api,
  handle: string,
  waitMs: number,
  call: ToolCall,
): Promise<string> {
  const { service, operation } = await openOperation(api, handle, call);
  const { text, json } = await awaitOperation(api, service, operation, waitMs, call);
  return `${text}\n${api.answer(json)}`;
}

/** An operation whose API can cancel it. */
interface CancellableOperation {
  readonly cancel?: (options: { readonly signal: AbortSignal }) => Promise<void>;
}

/** Asks the API to cancel an operation by its handle. It may go on nevertheless. */
export async function cancelOperation(api: Api, handle: string, call: ToolCall): Promise<string> {
  const { service, operation } = await openOperation(api, handle, call);
  const { cancel } = operation as CancellableOperation;
  if (!cancel) throw new Refusal("ARGUMENT_INVALID", "the API cannot cancel this operation");
  api.limits.change();
  api.limits.call();
  const log = (result: string): void =>
    api.log.add({
      event: "applied",
      subject: api.subject,
      client: call.client,
      method: `${serviceName(service.entry)} operation`,
      ids: { operation: operation.id },
      approvedBy: "dialog",
      result,
    });
  try {
    await cancel.call(operation, { signal: call.signal });
    log("OK");
  } catch (error) {
    log(readFailure(error).code ?? "FAILED");
    throw error;
  }
  return `The API was asked to cancel the operation ${inlineText(operation.id, 100)}, which may go on nevertheless. Call operation with its handle.`;
}

/** The state of an operation. */
export interface OperationState {
  /** A sentence that says it. */
  readonly text: string;
  readonly isDone: boolean;
  /** The code of its error. Undefined if it has not failed. */
  readonly failure: string | undefined;
  /** The operation as JSON, without the request that started it. */
  readonly json: GuideJson;
}

/** Waits up to `waitMs` for an operation, and reports its progress. */
export async function awaitOperation(
  api: Api,
  service: Service,
  operation: OperationHandle,
  waitMs: number,
  call: ToolCall,
): Promise<OperationState> {
  const type = service.guide.pickUp?.operation;
  const shown = (value: unknown): GuideJson => service.codec.toJson({ kind: "message", type }, value);
  const handle = operationHandle(service.entry, operation.id);
  const id = inlineText(operation.id, 100);
  let failure: string | undefined;
  // Of an operation that is done, it throws the error without a call.
  if (operation.isDone || waitMs > 0) {
    try {
      await operation.wait({
        signal: call.signal,
        timeoutMs: waitMs,
        onProgress: (one) => {
          const progress = readProgress(shown(one));
          const text = api.secrets.scrub(progressText(progress));
          call.progress?.(
            `operation ${id}${text === "" ? "" : `: ${inlineText(text, maxProgressLength)}`}`,
            progress.fraction,
          );
        },
      });
    } catch (error) {
      if (call.signal.aborted) throw error;
      const { code } = readFailure(error);
      // It goes on, unless it is over.
      if (code !== "DEADLINE_EXCEEDED") failure = code ?? "unknown";
    }
  }
  const isDone = operation.isDone || failure !== undefined;
  const state = isDone
    ? `is done${failure === undefined ? "" : ` and failed (${failure})`}`
    : `continues; call operation with the handle ${inlineText(handle, 200)}`;
  const resource =
    operation.resourceId === "" ? "" : ` It is about ${inlineText(operation.resourceId, 100)}.`;
  const text = `The operation ${id} ${state}.${resource}`;
  return { text, isDone, failure, json: withoutRequest(shown(operation.latest)) };
}

function withoutRequest(operation: GuideJson): GuideJson {
  if (!isJsonObject(operation)) return operation;
  const { request: _, requestHeaders: __, ...rest } = operation;
  return rest;
}
