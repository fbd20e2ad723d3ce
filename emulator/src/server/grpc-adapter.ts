import { randomUUID } from "node:crypto";
import { type EventEmitter, once } from "node:events";
import {
  Metadata,
  type sendUnaryData,
  type Server,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
} from "@grpc/grpc-js";
import type { DescMethod } from "@bufbuild/protobuf";
import { attemptHeader } from "./attempt-recorder.js";
import type { IncomingCall, Responder, ResponseHeaders } from "./incoming-call.js";
import { createCanceledError, readRequests } from "./requests.js";
import { CallFailure, type WireError } from "./wire-error.js";

/** Answers with one message. */
type SingleCall = ServerUnaryCall<Buffer, Buffer> | ServerReadableStream<Buffer, Buffer>;

/** Answers with a stream. */
type StreamCall = ServerWritableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>;

/** The kinds of methods as grpc-js calls them. */
const kinds = {
  unary: "unary",
  client_streaming: "clientStream",
  server_streaming: "serverStream",
  bidi_streaming: "bidi",
} as const;

/** Registers a method with a grpc-js server. Messages stay encoded, so that the responder decides what is malformed. */
export function register(
  server: Pick<Server, "register">,
  path: string,
  kind: DescMethod["methodKind"],
  respond: Responder,
  headers: ResponseHeaders = () => ({}),
): void {
  const answerSingle = (call: SingleCall, reply: sendUnaryData<Buffer>) =>
    void answerOne(call, reply, respond, headers);
  const answerStream = (call: StreamCall) => void answerMany(call, respond, headers);
  const isSingle = kind === "unary" || kind === "client_streaming";
  server.register(path, isSingle ? answerSingle : answerStream, pass, pass, kinds[kind]);
}

function pass(bytes: Buffer): Buffer {
  return bytes;
}

async function* only(request: Uint8Array): AsyncGenerator<Uint8Array> {
  yield request;
}

async function answerOne(
  call: SingleCall,
  reply: sendUnaryData<Buffer>,
  respond: Responder,
  headers: ResponseHeaders,
): Promise<void> {
  try {
    let answer: Uint8Array | undefined;
    for await (const bytes of respond(arrival(call, headers()))) answer = bytes;
    ignoreCancellation(call);
    reply(null, Buffer.from(answer ?? new Uint8Array()));
  } catch (error) {
    reply(toWireError(error));
  }
}

/** grpc-js reports every stream that closes as canceled, also after the answer, and a reason to abort with is costly. */
function ignoreCancellation(call: EventEmitter): void {
  call.removeAllListeners("cancelled");
}

async function answerMany(call: StreamCall, respond: Responder, headers: ResponseHeaders): Promise<void> {
  let incoming: IncomingCall | undefined;
  try {
    incoming = arrival(call, headers());
    for await (const bytes of respond(incoming)) {
      if (incoming.signal.aborted) return;
      if (!call.write(Buffer.from(bytes))) await once(call, "drain", { signal: incoming.signal });
    }
    call.end();
  } catch (error) {
    if (incoming?.signal.aborted !== true) call.emit("error", toWireError(error));
  }
}

function arrival(call: SingleCall | StreamCall, more: Readonly<Record<string, string>>): IncomingCall {
  const requestId = randomUUID();
  const headers = new Metadata();
  headers.set("x-request-id", requestId);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  call.sendMetadata(headers);
  const leaving = new AbortController();
  const emitter: EventEmitter = call;
  emitter.on("cancelled", () => leaving.abort(createCanceledError()));
  const deadline = new Date(call.getDeadline());
  const [attemptId] = call.metadata.get(attemptHeader);
  call.metadata.remove(attemptHeader);
  return {
    authority: call.getHost(),
    metadata: call.metadata,
    deadline: Number.isNaN(deadline.getTime()) ? undefined : deadline,
    signal: leaving.signal,
    requestId,
    attemptId: String(attemptId ?? ""),
    requests: "request" in call ? only(call.request) : readRequests(call, leaving.signal),
  };
}

function toWireError(error: unknown): WireError {
  if (error instanceof CallFailure) return error.wire;
  return { code: 13, details: "the emulator failed", metadata: new Metadata() };
}
