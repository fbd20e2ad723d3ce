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
import { attemptHeader } from "./arrivals.js";
import type { IncomingCall, Responder } from "./incoming-call.js";
import { hasLeft, requestsOf } from "./requests.js";
import { CallFailure, type WireError } from "./wire-error.js";

/** What the calls of all kinds have in common. */
type AnyCall = EventEmitter &
  Pick<ServerUnaryCall<Buffer, Buffer>, "metadata" | "getHost" | "getDeadline" | "sendMetadata">;

/** Makes the messages of a call; the signal tells that its caller has left. */
type Requests = (signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** Registers a method with a grpc-js server. Messages stay encoded, so that the responder decides what is malformed. */
export function register(
  server: Server,
  path: string,
  kind: DescMethod["methodKind"],
  respond: Responder,
): void {
  switch (kind) {
    case "unary": {
      const handler = (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>) =>
        void answerOne(call, () => only(call.request), reply, respond);
      server.register(path, handler, pass, pass, "unary");
      return;
    }
    case "client_streaming": {
      const handler = (call: ServerReadableStream<Buffer, Buffer>, reply: sendUnaryData<Buffer>) =>
        void answerOne(call, (signal) => requestsOf(call, signal), reply, respond);
      server.register(path, handler, pass, pass, "clientStream");
      return;
    }
    case "server_streaming": {
      const handler = (call: ServerWritableStream<Buffer, Buffer>) =>
        void answerMany(call, () => only(call.request), respond);
      server.register(path, handler, pass, pass, "serverStream");
      return;
    }
    case "bidi_streaming": {
      const handler = (call: ServerDuplexStream<Buffer, Buffer>) =>
        void answerMany(call, (signal) => requestsOf(call, signal), respond);
      server.register(path, handler, pass, pass, "bidi");
    }
  }
}

function pass(bytes: Buffer): Buffer {
  return bytes;
}

async function* only(request: Uint8Array): AsyncGenerator<Uint8Array> {
  yield request;
}

async function answerOne(
  call: ServerUnaryCall<Buffer, Buffer> | ServerReadableStream<Buffer, Buffer>,
  requests: Requests,
  reply: sendUnaryData<Buffer>,
  respond: Responder,
): Promise<void> {
  try {
    let answer: Uint8Array | undefined;
    for await (const bytes of respond(arrival(call, requests))) answer = bytes;
    reply(null, Buffer.from(answer ?? new Uint8Array()));
  } catch (error) {
    reply(wireErrorOf(error));
  }
}

async function answerMany(
  call: ServerWritableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>,
  requests: Requests,
  respond: Responder,
): Promise<void> {
  let incoming: IncomingCall | undefined;
  try {
    incoming = arrival(call, requests);
    for await (const bytes of respond(incoming)) {
      if (incoming.signal.aborted) return;
      if (!call.write(Buffer.from(bytes))) await once(call, "drain", { signal: incoming.signal });
    }
    call.end();
  } catch (error) {
    if (incoming?.signal.aborted !== true) call.emit("error", wireErrorOf(error));
  }
}

function arrival(call: AnyCall, requests: Requests): IncomingCall {
  const requestId = randomUUID();
  const headers = new Metadata();
  headers.set("x-request-id", requestId);
  call.sendMetadata(headers);
  const leaving = new AbortController();
  call.on("cancelled", () => leaving.abort(hasLeft()));
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
    requests: requests(leaving.signal),
  };
}

function wireErrorOf(error: unknown): WireError {
  if (error instanceof CallFailure) return error.wire;
  return { code: 13, details: "the emulator failed", metadata: new Metadata() };
}
