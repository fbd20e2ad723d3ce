import { isJsonObject, makeMessage, readFailure } from "@stratus/dynamic-client";
import type { GuideForm, GuideJson } from "@stratus/runtime/guide";
import type { OpenMethod } from "../methods/access.js";
import { Refusal } from "../text/refusal.js";
import { countTokens, maxAnswerTokens } from "../text/tokens.js";
import type { Api, ToolCall } from "./api.js";
import { type ShowValue, shownValue } from "./shown-value.js";

/** The timeout of a read, in milliseconds. */
const timeoutMs = 60_000;

/** The timeout of a server stream, which may never end, in milliseconds. */
const streamTimeoutMs = 10_000;

/**
 * Calls a read-only method and returns its response as JSON without secrets.
 *
 * @param show Converts the response. Default: with markers for hidden values.
 */
export async function callRead(
  api: Api,
  open: OpenMethod,
  request: GuideJson,
  call: ToolCall,
  show: ShowValue = shownValue,
): Promise<GuideJson> {
  const { method } = open;
  const form = method.response ?? { kind: "json" };
  return logRead(api, open, async () => {
    const answer = await startRead(api, open, { request, local: method.local, call });
    if (method.kind === "serverStreaming")
      return firstMessages(answer as AsyncIterable<unknown>, (one) => show(open, form, one));
    return show === shownValue ? shownPage(open, form, answer) : show(open, form, answer);
  });
}

/** The items of a page are resources too, which plans can change. */
function shownPage(open: OpenMethod, form: GuideForm, value: unknown): GuideJson {
  const { service, method } = open;
  const shown = shownValue(open, form, value);
  const { items, type } = method.pages ?? {};
  const field = service.message(form.type).fields.find(({ name }) => name === items);
  const all =
    field && (value as Readonly<Record<string, unknown>>)[service.isRest ? field.name : field.property];
  if (!field || type === undefined || !Array.isArray(all) || !isJsonObject(shown)) return shown;
  const itemForm = { kind: "message", type } as const;
  return { ...shown, [service.jsonName(field)]: all.map((one: unknown) => shownValue(open, itemForm, one)) };
}

/** Runs a read and logs its result. */
export async function logRead<Result>(
  api: Api,
  { listed }: OpenMethod,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await run();
    api.log.add({ event: "call", method: listed.name, result: "OK" });
    return result;
  } catch (error) {
    const { code = "FAILED", requestId } = readFailure(error);
    api.log.add({ event: "call", method: listed.name, result: code, requestId });
    throw error;
  }
}

/** A read to start. */
export interface StartedRead {
  readonly request: GuideJson;
  /** The name of the client's method: the method's own, or the one over all pages. */
  readonly local: string;
  readonly call: ToolCall;
}

/**
 * Starts a read. Without an answer from a REST API, the call is not tried again, so that an agent learns at once that the API
 * is down.
 */
export async function startRead(
  api: Api,
  { service, method, listed }: OpenMethod,
  { request, local, call: { signal } }: StartedRead,
): Promise<unknown> {
  if (!isJsonObject(request))
    throw new Refusal("ARGUMENT_INVALID", "request must be an object with the fields of the method");
  const client = await api.client(listed.entry);
  const message = await makeMessage(service, method.request, [{ path: { steps: [] }, value: request }]);
  api.limits.call();
  const isStream = method.kind === "serverStreaming";
  const options = { signal, timeoutMs: isStream ? streamTimeoutMs : timeoutMs };
  if (local !== method.local) return itemsOf(client.call(method, local, message, options));
  if (!service.isRest || isStream) return client.call(method, local, message, options);
  try {
    return await client.call(method, local, message, { ...options, retry: false });
  } catch (error) {
    if (!retried.has(readFailure(error).status ?? 0)) throw error;
    return client.call(method, local, message, options);
  }
}

/** Returns the items of all pages. A list of a client is not awaited, and what an async function returns is. */
async function* itemsOf(pages: unknown): AsyncIterable<unknown> {
  yield* pages as AsyncIterable<unknown>;
}

/** Statuses after which a server may answer a little later. */
const retried: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

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
