/**
 * `@stratus/runtime/msw`: handlers for MSW (mswjs.io) that answer the calls of an SDK, in tests on Node and in a service worker.
 *
 * @module
 */
import { CallError, type StatusDetail } from "../../calls/error/call-error.js";
import { StatusError } from "../../calls/error/status-error.js";
import type { OutgoingCall } from "../../calls/chain/interceptor.js";
import { Metadata } from "../../calls/rpc/metadata.js";
import type { Method } from "../../calls/rpc/service.js";
import type { MessageInit } from "../../messages/table/message-init.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import { mockTransport } from "../../session/testing/mock-transport.js";
import type { MockContext } from "../../session/testing/mock-types.js";
import { statusCodes } from "../../calls/error/status-code.js";
import { receivedHeaders } from "../../network/transport/fetch/web-metadata.js";
import { badRequestDetail } from "../status-bytes.js";
import { readWebCall } from "./web-call.js";
import { type CallFailure, writeAnswer, writeFailure } from "./web-answer.js";

/** The part of MSW that is needed: `http` of `msw`, version 2 or 3. */
export interface HttpNamespace<Handler> {
  readonly all: (
    path: string,
    resolver: (info: { readonly request: Request }) => Promise<Response | undefined>,
  ) => Handler;
}

/** The methods of a service, as SDKs export them: `InstanceServiceMethods`. */
export type ServiceMethods = { readonly [name: string]: Method };

/**
 * Functions that answer the methods of a service, by the names of the client's methods. Each gets the request as a server would,
 * and returns the fields of the response that matter.
 */
export type MethodAnswers<Methods> = {
  readonly [Name in keyof Methods]?: Methods[Name] extends Method<infer Request, infer Response, infer Kind>
    ? (
        request: Kind extends "unary" | "serverStreaming" ? Request : AsyncIterable<Request>,
        context: MockContext,
      ) => Kind extends "unary" | "clientStreaming"
        ? MessageInit<Response> | Promise<MessageInit<Response>>
        : AsyncIterable<MessageInit<Response>> | Iterable<MessageInit<Response>>
    : never;
};

/** The answers of one service. */
export interface ServiceAnswers {
  readonly methods: ServiceMethods;
  readonly answers: object;
}

/** Names the answers of a service, for `mswHandlers`. */
export function answerService<Methods extends ServiceMethods>(
  methods: Methods,
  answers: MethodAnswers<NoInfer<Methods>>,
): ServiceAnswers {
  return { methods, answers };
}

/** Options of `mswHandlers`. */
export interface MswOptions {
  /**
   * The API's own types of error details, by which the `serviceErrors` of a thrown `CallError` are sent: each as the first
   * type that has its fields. Default: none.
   */
  readonly serviceErrors?: readonly MessageType<unknown>[] | undefined;
}

/**
 * Returns handlers for MSW that answer gRPC-web and Connect calls of services, at any address:
 *
 * ```ts
 * import { http } from "msw";
 * import { setupServer } from "msw/node";
 *
 * const server = setupServer(
 *   ...mswHandlers(http, [
 *     answerService(InstanceServiceMethods, { get: ({ id }) => ({ metadata: { id } }) }),
 *     answerService(OperationServiceMethods, {}),
 *   ]),
 * );
 * ```
 *
 * An answer that throws a `CallError` fails the call with it. A method without an answer fails with UNIMPLEMENTED and
 * its name. An operation that an answer returns without a status has succeeded when it is read. Calls of other services are
 * left to MSW, whose `onUnhandledRequest` decides. `mock` answers calls of Node by gRPC, which
 * MSW does not see, because they do not use `fetch`.
 */
export function mswHandlers<Handler>(
  http: HttpNamespace<Handler>,
  services: readonly ServiceAnswers[],
  options: MswOptions = {},
): Handler[] {
  const methods = services.flatMap((service) => Object.entries(service.methods));
  const answers = services.flatMap((service) =>
    Object.entries(service.answers).map(([name, answer]) => [service.methods[name]?.path.slice(1), answer]),
  );
  const transport = mockTransport(Object.fromEntries(answers));
  const readFailure = failureReader(options.serviceErrors ?? []);
  const paths = [...new Set(methods.map(([, { service }]) => service.typeName))];
  const byPath = new Map(methods.map(([, method]) => [method.path, method]));
  return paths.map((service) =>
    http.all(`*/${service}/:method`, async ({ request }) => {
      const path = /\/[^/]+\/[^/]+$/.exec(new URL(request.url).pathname)?.[0] ?? "";
      const method = byPath.get(path);
      if (!method) return undefined;
      const call = await readWebCall(request.clone(), method);
      if (!call) return undefined;
      try {
        return writeAnswer(
          call,
          await transport.call(toOutgoing(method, call.messages, request)),
          readFailure,
        );
      } catch (error) {
        return writeFailure(call, readFailure(error));
      }
    }),
  );
}

/** A call as the mock takes it. */
function toOutgoing(method: Method, messages: readonly unknown[], request: Request): OutgoingCall {
  const isStream = method.kind === "clientStreaming" || method.kind === "bidiStreaming";
  return {
    method,
    message: isStream ? undefined : messages[0],
    messages: isStream ? each(messages) : undefined,
    metadata: receivedHeaders(request.headers).header,
    signal: request.signal,
    deadlineMs: Infinity,
    attempt: 1,
  } as OutgoingCall;
}

async function* each(messages: readonly unknown[]): AsyncGenerator<unknown, void> {
  yield* messages;
}

/** Converts errors of answers to the ends of calls. */
function failureReader(types: readonly MessageType<unknown>[]): (error: unknown) => CallFailure {
  return (error) => {
    if (error instanceof StatusError)
      return { code: error.code, text: error.message, details: [], trailer: error.trailer };
    if (!(error instanceof CallError)) return unknown(String(error));
    const violations = error.violations.length > 0 ? [badRequestDetail(error.violations)] : [];
    const sent = error.serviceErrors.map((one) => encodeError(one as object, types));
    if (sent.includes(undefined))
      return unknown("the error has serviceErrors of no type of the option serviceErrors");
    const details = [...(sent as StatusDetail[]), ...violations, ...error.details];
    const pushback = error.retryDelayMs;
    const trailer =
      pushback === undefined ? Metadata.empty : Metadata.from({ "grpc-retry-pushback-ms": String(pushback) });
    return { code: statusCodes.indexOf(error.code), text: error.text, details, trailer };
  };
}

function unknown(text: string): CallFailure {
  return { code: statusCodes.indexOf("UNKNOWN"), text, details: [], trailer: Metadata.empty };
}

/** Encodes a service error as the first type that has its fields; undefined if there is none. */
function encodeError(error: object, types: readonly MessageType<unknown>[]): StatusDetail | undefined {
  for (const type of types) {
    try {
      return { typeName: type.typeName, value: type.encode(type.create(error)) };
    } catch {
      // The error is of another type.
    }
  }
  return undefined;
}
