import { setTimeout as pause } from "node:timers/promises";
import {
  BidiStreamRequest,
  type Code,
  ConformancePayload,
  ConformancePayload_RequestInfo,
  type Error as FailureMessage,
  type Header,
  type StreamResponseDefinition,
  type UnaryResponseDefinition,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import type { Any } from "../../../generated/interop/index.js";
import { anyOf } from "./codes.js";

/** What the library of a server gives to the service. */
export interface ServedCall {
  readonly headers: readonly Header[];
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
  setHeaders(headers: readonly Header[]): void;
  setTrailers(trailers: readonly Header[]): void;
  /** The library's error. */
  failure(code: Code, message: string, details: readonly Any[]): Error;
}

/** Answers one response ("Testing Servers"): what it is asked for, and what it saw of the request. */
export async function answerOne(
  call: ServedCall,
  requests: readonly Any[],
  definition: UnaryResponseDefinition | undefined,
): Promise<ConformancePayload> {
  const requestInfo = infoOf(call, requests);
  call.setHeaders(definition?.responseHeaders ?? []);
  call.setTrailers(definition?.responseTrailers ?? []);
  await delay(call, definition?.responseDelayMs);
  const response = definition?.response;
  if (response?.$case === "error") throw failureOf(call, response.value, requestInfo);
  return ConformancePayload.create({ data: response?.value ?? new Uint8Array(0), requestInfo });
}

/** Answers a stream of responses to requests that are all there. */
export async function* answerMany(
  call: ServedCall,
  requests: readonly Any[],
  definition: StreamResponseDefinition | undefined,
): AsyncGenerator<ConformancePayload, void> {
  begin(call, definition);
  let requestInfo: ConformancePayload_RequestInfo | undefined = infoOf(call, requests);
  for (const data of definition?.responseData ?? []) {
    await delay(call, definition?.responseDelayMs);
    yield ConformancePayload.create({ data, requestInfo });
    requestInfo = undefined;
  }
  if (definition?.error) throw failureOf(call, definition.error, requestInfo);
}

/** Answers a stream of requests: each by itself in full duplex, or all together. */
export async function* answerBidi(
  call: ServedCall,
  requests: AsyncIterable<BidiStreamRequest>,
): AsyncGenerator<ConformancePayload, void> {
  let first: BidiStreamRequest | undefined;
  const seen: Any[] = [];
  let sent = 0;
  for await (const request of requests) {
    seen.push(anyOf("BidiStreamRequest", BidiStreamRequest.encode(request)));
    if (!first) {
      first = request;
      if (first.fullDuplex) begin(call, first.responseDefinition);
    }
    if (!first.fullDuplex) continue;
    const definition = first.responseDefinition;
    const data = definition?.responseData[sent];
    if (!data) break;
    await delay(call, definition?.responseDelayMs);
    yield ConformancePayload.create({
      data,
      requestInfo: sent === 0 ? infoOf(call, seen) : { requests: seen.slice(-1) },
    });
    sent += 1;
  }
  const definition = first?.responseDefinition;
  if (!first?.fullDuplex) return yield* answerMany(call, seen, definition);
  for (const data of definition?.responseData.slice(sent) ?? []) {
    await delay(call, definition?.responseDelayMs);
    yield ConformancePayload.create({ data });
    sent += 1;
  }
  if (definition?.error) throw failureOf(call, definition.error, sent === 0 ? infoOf(call, seen) : undefined);
}

function begin(call: ServedCall, definition: StreamResponseDefinition | undefined): void {
  call.setHeaders(definition?.responseHeaders ?? []);
  call.setTrailers(definition?.responseTrailers ?? []);
}

async function delay({ signal }: ServedCall, delayMs: number | undefined): Promise<void> {
  if (delayMs) await pause(delayMs, undefined, { signal });
}

function infoOf({ headers, timeoutMs }: ServedCall, requests: readonly Any[]) {
  return ConformancePayload_RequestInfo.create({
    requestHeaders: [...headers],
    requests: [...requests],
    ...(timeoutMs === undefined ? {} : { timeoutMs: BigInt(Math.round(timeoutMs)) }),
  });
}

function failureOf(
  call: ServedCall,
  { code, message, details }: FailureMessage,
  requestInfo: ConformancePayload_RequestInfo | undefined,
): Error {
  const info = requestInfo
    ? [anyOf("ConformancePayload.RequestInfo", ConformancePayload_RequestInfo.encode(requestInfo))]
    : [];
  return call.failure(code, message ?? "", [...details, ...info]);
}
