import { isJsonObject, makeMessage, readFailure } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import { maxAnswerTokens, countTokens } from "../text/tokens.js";
import { Refusal } from "../text/refusal.js";
import type { OpenMethod } from "../methods/access.js";
import type { Api, ToolCall } from "./api.js";

/** The input of the tool `read`. */
export interface ReadInput {
  readonly method: string;
  readonly request?: GuideJson | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly skip?: number | undefined;
}

/** The timeout of a read, in milliseconds. */
const timeoutMs = 60_000;

/** The timeout of a server stream, which may never end, in milliseconds. */
const streamTimeoutMs = 10_000;

/** Calls a read-only method and formats its response. */
export async function read(
  api: Api,
  { method: name, request, fields, skip }: ReadInput,
  call: ToolCall,
): Promise<string> {
  const open = await api.allowed(name, "read");
  const { method } = open;
  const value = await callRead(api, open, request ?? {}, call);
  return api.answer(value, { fields, skip, items: method.pages?.items });
}

/** Calls a read-only method and returns its response as JSON without secrets. */
export async function callRead(
  api: Api,
  open: OpenMethod,
  request: GuideJson,
  call: ToolCall,
): Promise<GuideJson> {
  const { service, method, listed } = open;
  if (!isJsonObject(request))
    throw new Refusal("ARGUMENT_INVALID", "request must be an object with the fields of the method");
  const client = await api.client(listed.entry);
  const message = await makeMessage(service, method.request, [{ path: { steps: [] }, value: request }]);
  api.limits.call();
  const form = method.response ?? { kind: "json" };
  try {
    const answer = client.call(method, method.local, message, {
      signal: call.signal,
      timeoutMs: method.kind === "serverStreaming" ? streamTimeoutMs : timeoutMs,
    });
    const value =
      method.kind === "serverStreaming"
        ? await firstMessages(answer as AsyncIterable<unknown>, (one) => service.codec.toJson(form, one))
        : service.codec.toJson(form, await answer);
    api.log.add({ event: "call", method: listed.name, result: "OK" });
    return value;
  } catch (error) {
    const { code = "FAILED", requestId } = readFailure(error);
    api.log.add({ event: "call", method: listed.name, result: code, requestId });
    throw error;
  }
}

/** The maximum number of messages to read from a stream. */
const maxStreamMessages = 200;

/** Reads messages from a stream until an answer is full, then cancels the stream. */
async function firstMessages(
  messages: AsyncIterable<unknown>,
  show: (message: unknown) => GuideJson,
): Promise<readonly GuideJson[]> {
  const shown: GuideJson[] = [];
  let tokens = 0;
  try {
    for await (const message of messages) {
      const one = show(message);
      shown.push(one);
      tokens += countTokens(JSON.stringify(one));
      if (shown.length >= maxStreamMessages || tokens > maxAnswerTokens) break;
    }
  } catch (error) {
    // The time is over for a stream that goes on; its messages are there.
    if (shown.length === 0 || readFailure(error).code !== "DEADLINE_EXCEEDED") throw error;
  }
  return shown;
}
