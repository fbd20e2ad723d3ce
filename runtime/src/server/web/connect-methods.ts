import type * as protobuf from "@bufbuild/protobuf";
import type { DescMethod, DescService, Message } from "@bufbuild/protobuf";
import type * as connect from "@connectrpc/connect";
import type { ConnectError, ConnectRouter, HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type * as grpc from "@grpc/grpc-js";
import type {
  Metadata as GrpcMetadata,
  sendUnaryData,
  ServerUnaryCall,
  UntypedHandleCall,
} from "@grpc/grpc-js";
import { readRpcStatus } from "../../calls/error/rpc-status.js";
import { appendTo, ConnectCall } from "./connect-call.js";

/** A method as a server of grpc-js has it. */
export interface GrpcMethod {
  readonly handle: UntypedHandleCall;
  /** A request from its bytes. */
  readonly read: (bytes: Buffer) => unknown;
  /** The bytes of a response. */
  readonly write: (response: unknown) => Uint8Array;
}

/** The address of the other side of a call, and the host that it wanted. */
export interface CallPlace {
  readonly peer: string;
  readonly authority: string;
}

/** The packages that only servers of Connect's protocols load. */
export interface ConnectTools {
  readonly protobuf: Pick<typeof protobuf, "fromBinary" | "toBinary">;
  readonly connect: Pick<typeof connect, "Code" | "ConnectError">;
  readonly grpc: Pick<typeof grpc, "Metadata">;
  /** The origin of a call. */
  readonly placeOf: (context: HandlerContext) => CallPlace;
}

/** Adds the methods of a service that are there to a router of Connect's; it answers UNIMPLEMENTED for all others. */
export function routeService(
  router: ConnectRouter,
  service: DescService,
  find: (method: DescMethod) => GrpcMethod | undefined,
  tools: ConnectTools,
): void {
  const implementation: { [local: string]: unknown } = {};
  for (const method of service.methods) {
    const found = find(method);
    if (found) implementation[method.localName] = implement(method, found, tools);
  }
  router.service(service, implementation as Partial<ServiceImpl<DescService>>);
}

function implement(method: DescMethod, grpc: GrpcMethod, tools: ConnectTools): unknown {
  const streamsRequests = method.methodKind === "client_streaming" || method.methodKind === "bidi_streaming";
  const start = (input: unknown, context: HandlerContext): ConnectCall => {
    const read = (message: unknown): unknown =>
      grpc.read(Buffer.from(tools.protobuf.toBinary(method.input, message as Message)));
    return new ConnectCall({
      context,
      metadata: received(context.requestHeader, tools),
      ...tools.placeOf(context),
      request: streamsRequests ? undefined : read(input),
      requests: streamsRequests ? each(input as AsyncIterable<unknown>, read) : undefined,
    });
  };
  const answer = (response: unknown): Message =>
    tools.protobuf.fromBinary(method.output, grpc.write(response));
  if (method.methodKind === "unary" || method.methodKind === "client_streaming") {
    return async (input: unknown, context: HandlerContext) =>
      answer(await answerOne(start(input, context), grpc, context, tools));
  }
  return async function* (input: unknown, context: HandlerContext) {
    const call = start(input, context);
    for await (const response of call.responses(
      failureOf(call, tools, () => grpc.handle(call as never, noReply)),
    ))
      yield answer(response);
  };
}

/** The function of a stream's handler has no use for it. */
const noReply = (): void => undefined;

function answerOne(
  call: ConnectCall,
  { handle }: GrpcMethod,
  context: HandlerContext,
  tools: ConnectTools,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const reply: sendUnaryData<unknown> = (error, response, trailer) => {
      if (error) return reject(connectError(error, tools));
      if (trailer) appendTo(context.responseTrailer, trailer);
      resolve(response);
    };
    failureOf(call, tools, () =>
      (handle as (call: ServerUnaryCall<unknown, unknown>, reply: sendUnaryData<unknown>) => void)(
        call as never,
        reply,
      ),
    ).catch(reject);
  });
}

/** Starts a handler; rejects when it fails by the call itself, or the caller leaves. */
function failureOf(call: ConnectCall, tools: ConnectTools, start: () => void): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    call.on("error", (error) => reject(connectError(error, tools)));
    call.once("cancelled", () => reject(call.reason));
  });
  // Whoever waits for it hears of it; a call that ends well waits no longer.
  failure.catch(() => undefined);
  start();
  return failure;
}

async function* each(
  messages: AsyncIterable<unknown>,
  read: (message: unknown) => unknown,
): AsyncGenerator<unknown, void> {
  for await (const message of messages) yield read(message);
}

/** Headers that belong to the protocols and to HTTP. */
const own =
  /^(?:grpc-|connect-|x-grpc-web$|x-user-agent$|content-|accept|host$|connection$|te$|transfer-encoding$|origin$|sec-|keep-alive$)/;

function received(headers: Headers, { connect, grpc }: ConnectTools): GrpcMetadata {
  const metadata = new grpc.Metadata();
  headers.forEach((value, name) => {
    if (own.test(name)) return;
    const values = name.endsWith("-bin")
      ? value.split(",").map((text) => Buffer.from(text.trim(), "base64"))
      : [value];
    try {
      for (const one of values) metadata.add(name, one);
    } catch {
      const text = `the header ${JSON.stringify(name)} has characters that gRPC does not allow`;
      throw new connect.ConnectError(text, connect.Code.InvalidArgument);
    }
  });
  return metadata;
}

/** A failure in the form of grpc-js, as Connect sends it. */
function connectError(error: unknown, { connect }: ConnectTools): ConnectError {
  const { code, details, metadata } = error as {
    readonly code?: number;
    readonly details?: string;
    readonly metadata?: GrpcMetadata;
  };
  if (typeof code !== "number") return connect.ConnectError.from(error);
  const failure = new connect.ConnectError(details ?? "", code);
  if (!metadata) return failure;
  const [status] = metadata.get("grpc-status-details-bin");
  if (status instanceof Buffer) {
    const reported = readRpcStatus(status)?.details ?? [];
    failure.details.push(
      ...reported.map(({ typeName, value }) => ({ type: typeName, value: new Uint8Array(value) })),
    );
  }
  const others = metadata.clone();
  others.remove("grpc-status-details-bin");
  appendTo(failure.metadata, others);
  return failure;
}
