import type { Next, OutgoingCall, IncomingResponse } from "../../calls/chain/interceptor.js";
import { Metadata } from "../../calls/rpc/metadata.js";
import { CallError } from "../../calls/error/call-error.js";
import type { Method } from "../../calls/rpc/service.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import { fill } from "../../messages/table/fill.js";
import { systemClock } from "../../base/time/clock.js";
import { waitFor } from "../../base/time/wait.js";
import type { ErrorCode } from "../../calls/error/status-code.js";
import { localFailure, StatusError } from "../../calls/error/status-error.js";
import { clip } from "../../base/text/secret-text.js";
import { errorText } from "../../base/text/value-text.js";
import type { Transport } from "../../network/transport/transport.js";
import type { MockContext } from "./mock-types.js";
import { OperationStore } from "./operation-store.js";

/** A handler of any rpc, by the name of the client's method. */
type AnyHandler = (request: unknown, context: MockContext) => unknown;

/**
 * A transport without a network: handlers answer the calls. Messages go through
 * the codecs both ways, so that a handler sees what a server would see, and
 * everything else of a session works as it does over a wire.
 *
 * A handler has the name of a client's method (`get`), which answers that method
 * of every service, or of one service's rpc: `InstanceService/Get` or
 * `svc.compute.v1.InstanceService/Get`. The longer name goes first.
 */
export function mockTransport(handlers: object): Transport {
  const byRpc = new Map(
    Object.entries(handlers).map(([name, handler]) => [plainName(name), handler as AnyHandler]),
  );
  const operations = new OperationStore();
  const names = Object.keys(handlers);
  const has = names.length === 0 ? "" : `; it has handlers for ${clip(names.join(", "), 200)}`;
  let isClosed = false;
  const call: Next = (outgoing) => {
    if (outgoing.signal?.aborted) return Promise.reject(outgoing.signal.reason);
    if (isClosed) return Promise.reject(failed("CANCELLED", "the session is closed"));
    return answer(outgoing, findHandler(outgoing.method, byRpc), operations, has);
  };
  return {
    isInstant: true,
    call,
    close: () => {
      isClosed = true;
    },
  };
}

function findHandler({ path, name }: Method, byRpc: ReadonlyMap<string, AnyHandler>): AnyHandler | undefined {
  const full = path.slice(1);
  const ofService = full.slice(full.lastIndexOf(".") + 1);
  return [full, ofService, name].map((one) => byRpc.get(plainName(one))).find((handler) => handler);
}

/** `readConsole` and `ReadConsole`, `then$` and `Then`: the method of a client and its rpc. */
function plainName(name: string): string {
  return name.replace(/[_$]/g, "").toLowerCase();
}

async function answer(
  call: OutgoingCall,
  handler: AnyHandler | undefined,
  operations: OperationStore,
  has: string,
): Promise<IncomingResponse> {
  const { method } = call;
  const known = operations.read(method, call.message);
  if (known !== undefined) return makeReply(copy(method.response, known));
  if (!handler)
    throw failed("UNIMPLEMENTED", `the mock has no handler for ${method.name}${has}; give it one`);
  const request = call.messages ? copies(method.request, call.messages) : copy(method.request, call.message);
  const result = invoke(handler, request, call);
  if (method.kind === "serverStreaming" || method.kind === "bidiStreaming") {
    return { ...makeReply(undefined), messages: responses(method, await result) };
  }
  return makeReply(operations.keep(method, complete(method, await result)));
}

/** Calls a handler; it ends with the call's deadline and with its abort, as a server's answer would. */
async function invoke(handler: AnyHandler, request: unknown, call: OutgoingCall): Promise<unknown> {
  const { metadata, attempt, signal, deadlineMs } = call;
  const work = (async () => handler(request, { metadata, attempt, signal }))();
  try {
    return await waitFor(work, { clock: systemClock, signal, deadlineMs, timedOut });
  } catch (error) {
    throw signal?.aborted ? signal.reason : asFailure(error);
  }
}

async function* responses(method: Method, results: unknown): AsyncIterable<unknown> {
  if (!isIterable(results)) throw failed("UNKNOWN", `the handler of ${method.name} must return an iterable`);
  try {
    for await (const result of results) yield complete(method, result);
  } catch (error) {
    throw asFailure(error);
  }
}

async function* copies(type: MessageType<unknown>, messages: AsyncIterable<unknown>): AsyncIterable<unknown> {
  for await (const message of messages) yield copy(type, message);
}

/** A whole response from what a handler says of it. */
function complete({ response, name }: Method, result: unknown): unknown {
  if (typeof result !== "object" || result === null) {
    throw failed("UNKNOWN", `the handler of ${name} must return a response, even an empty one: {}`);
  }
  return copy(response, fill(response, result));
}

/** A message as it would come over the wire. */
function copy(type: MessageType<unknown>, message: unknown): unknown {
  return type.decode(type.encode(message));
}

function makeReply(message: unknown): IncomingResponse {
  return { message, messages: undefined, header: Metadata.empty, trailer: Metadata.empty };
}

function timedOut(): Error {
  return failed("DEADLINE_EXCEEDED", "Deadline exceeded");
}

function asFailure(error: unknown): unknown {
  if (error instanceof CallError || error instanceof StatusError) return error;
  return failed("UNKNOWN", errorText(error));
}

/** A failure as the server would send it. */
function failed(code: ErrorCode, text: string): StatusError {
  return localFailure(code, text, "server");
}

function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  return (
    typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}
