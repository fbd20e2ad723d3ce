import { typeError } from "../base/text/coded-error.js";
import type { sendUnaryData } from "@grpc/grpc-js";
import type { Method } from "../entries/generated/sdk-v1.js";
import type { ServerWiring } from "../calls/rpc/define-server.js";
import { toFailure, type Failure } from "./failure.js";
import type { LiveCall } from "./live-call.js";
import { type ResponseStream } from "./raw-call.js";
import type { ServerCall } from "../calls/rpc/server-call.js";

/** A handler of any rpc. */
export type AnyHandler = (request: unknown, call: ServerCall) => unknown;

/** A call on its way to its handler. */
export interface Arrival {
  readonly method: Method;
  readonly wiring: ServerWiring;
  readonly live: LiveCall;
  /** The request, or the requests of a caller who streams. */
  readonly request: unknown;
  readonly handler: AnyHandler;
  /** Takes the errors that the caller does not see. */
  readonly report: (error: unknown) => void;
}

/** Answers with one response. Never rejects. */
export async function answerOne(arrival: Arrival, reply: sendUnaryData<unknown>): Promise<void> {
  const { live, method } = arrival;
  try {
    const response = complete(method, await live.untilLeft(invoke(arrival)));
    if (live.end()) reply(null, response, live.rawSuccessTrailer());
  } catch (error) {
    if (live.end()) reply(failed(error, arrival));
  }
}

/** Answers with a stream of responses. Never rejects. */
export async function answerMany(arrival: Arrival, raw: ResponseStream): Promise<void> {
  const { live, method } = arrival;
  let responses: Responses | undefined;
  try {
    responses = openResponses(method, await live.untilLeft(invoke(arrival)));
    for (;;) {
      const next = await live.untilLeft(responses.next());
      if (next.done) break;
      const response = complete(method, await live.untilLeft(next.value));
      live.begin();
      if (!raw.write(response)) await live.untilLeft(drained(raw));
    }
    if (live.end()) raw.end(live.rawSuccessTrailer());
  } catch (error) {
    leave(responses);
    if (live.end()) raw.emit("error", failed(error, arrival));
  }
}

type Responses = AsyncIterator<unknown> | Iterator<unknown>;

async function invoke({ live, handler, request }: Arrival): Promise<unknown> {
  live.check();
  return handler(request, live);
}

function openResponses({ name }: Method, answer: unknown): Responses {
  if (typeof answer === "object" && answer !== null) {
    const responses: Partial<AsyncIterable<unknown> & Iterable<unknown>> = answer;
    const opened = responses[Symbol.asyncIterator]?.() ?? responses[Symbol.iterator]?.();
    if (opened) return opened;
  }
  throw typeError("RETURN_VALUE_INVALID", `the handler of ${name} must return an iterable of responses`);
}

/** Lets the handler clean up (`finally`), as soon as it comes to it. */
function leave(responses: Responses | undefined): void {
  // What it says after the end of the call is for nobody.
  Promise.resolve()
    .then(() => responses?.return?.())
    .catch(() => {});
}

function drained(raw: ResponseStream): Promise<void> {
  return new Promise((resolve) => {
    raw.once("drain", resolve);
  });
}

/** A whole response from what a handler says of it. */
function complete({ response, name }: Method, answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) {
    throw typeError(
      "RETURN_VALUE_INVALID",
      `the handler of ${name} must return a response, even an empty one: {}`,
    );
  }
  return response.create(answer);
}

function failed(error: unknown, { method, wiring, live, report }: Arrival): Failure {
  const { serviceErrors } = wiring;
  return toFailure(error, { method, serviceErrors, metadata: live.rawTrailer(), report });
}
