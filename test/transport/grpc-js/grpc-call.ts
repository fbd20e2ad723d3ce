import type { OutgoingCall, IncomingResponse } from "../../../runtime/src/calls/chain/interceptor.js";
import { Metadata } from "../../../runtime/src/calls/rpc/metadata.js";
import { connectionText } from "./connection-text.js";
import { status as Status, type Channel, type Metadata as GrpcMetadata } from "@grpc/grpc-js";
import { fromGrpcMetadata, toGrpcMetadata } from "./grpc-metadata.js";
import type { ClientReason } from "../../../runtime/src/base/text/error-codes.js";
import { StatusError } from "../../../runtime/src/calls/error/status-error.js";

/** The library's call on a channel: bytes out, bytes in. */
export type RawCall = ReturnType<Channel["createCall"]>;

/** A started call. */
export interface LiveCall {
  readonly raw: RawCall;
  readonly call: OutgoingCall;
  /** The encoded request; undefined where requests are streamed. */
  readonly body: Buffer | undefined;
  /** To be called once when the call is over. */
  readonly end: () => void;
}

interface RawStatus {
  readonly code: number;
  readonly details: string;
  readonly metadata: GrpcMetadata;
}

/**
 * One request, one response. The library's client class is left out: it makes
 * an error, an event emitter and three layers of closures for every call.
 */
export function callUnary({ raw, call, body: request, end }: LiveCall): Promise<IncomingResponse> {
  return new Promise((resolve, reject) => {
    const { signal } = call;
    let header: GrpcMetadata | undefined;
    let body: Uint8Array | undefined;
    const abort = (): void => {
      reject(signal?.reason);
      raw.cancelWithStatus(Status.CANCELLED, "the caller aborted the call");
    };
    signal?.addEventListener("abort", abort, { once: true });
    raw.start(toGrpcMetadata(call.metadata), {
      onReceiveMetadata(metadata) {
        header = metadata;
      },
      onReceiveMessage(message: Uint8Array | null) {
        // Absent where the status comes alone.
        if (message === null || message === undefined) return;
        if (body) raw.cancelWithStatus(Status.UNIMPLEMENTED, "the server sent more than one response");
        else raw.startRead();
        body = message;
      },
      onReceiveStatus(status: RawStatus) {
        signal?.removeEventListener("abort", abort);
        end();
        settle({ call, header, body, status }, resolve, reject);
      },
    });
    if (request) raw.sendMessageWithContext({}, request);
    raw.startRead();
    raw.halfClose();
  });
}

interface Answer {
  readonly call: OutgoingCall;
  readonly header: GrpcMetadata | undefined;
  readonly body: Uint8Array | undefined;
  readonly status: RawStatus;
}

function settle(
  { call, header, body, status }: Answer,
  resolve: (reply: IncomingResponse) => void,
  reject: (error: unknown) => void,
): void {
  if (status.code !== Status.OK) return reject(failureOf(status, header));
  if (!body)
    return reject(
      failureOf({ ...status, code: Status.UNIMPLEMENTED, details: "the server sent no response" }, header),
    );
  try {
    resolve(new UnaryReply(decode(call, body), header, status.metadata));
  } catch (error) {
    reject(error);
  }
}

/** The reply of a unary call. Metadata is converted when someone asks for it, once. */
class UnaryReply implements IncomingResponse {
  readonly message: unknown;
  readonly messages = undefined;
  readonly #grpcHeader: GrpcMetadata | undefined;
  readonly #grpcTrailer: GrpcMetadata;
  #header: Metadata | undefined;
  #trailer: Metadata | undefined;

  constructor(message: unknown, header: GrpcMetadata | undefined, trailer: GrpcMetadata) {
    this.message = message;
    this.#grpcHeader = header;
    this.#grpcTrailer = trailer;
  }

  get header(): Metadata {
    return (this.#header ??= fromGrpcMetadata(this.#grpcHeader));
  }

  get trailer(): Metadata {
    return (this.#trailer ??= fromGrpcMetadata(this.#grpcTrailer));
  }
}

/** The failure that a status says. */
export function failureOf(status: RawStatus, header: GrpcMetadata | undefined): StatusError {
  const { code, details, metadata } = status;
  const text = code === Status.UNAVAILABLE ? connectionText(details) : details;
  const origin = text.startsWith("No connection established") ? "unreached" : "server";
  const reason = origin === "server" ? reasonOf(details) : undefined;
  return new StatusError(code, text, fromGrpcMetadata(header), fromGrpcMetadata(metadata), origin, reason);
}

/** The reason if the library decided. It has no field for it. */
function reasonOf(details: string): ClientReason | undefined {
  return reasons.find(([text]) => text.test(details))?.[1];
}

const reasons: readonly (readonly [text: RegExp, reason: ClientReason])[] = [
  [
    /^Received RST_STREAM with code 9$|^(?:Received|Attempted to send) message .*larger than/,
    "MESSAGE_TOO_LARGE",
  ],
  [/^Received RST_STREAM|^Call cancelled$/, "STREAM_RESET"],
  [/^Received HTTP status code (?:50[234]|52\d)\b/, "GATEWAY_FAILED"],
];

/** A request as bytes, without a copy. */
export function encode({ method }: OutgoingCall, request: unknown): Buffer {
  const bytes = method.request.encode(request);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A response from bytes. Bytes that are no such message give a failure that says so. */
export function decode({ method }: OutgoingCall, bytes: Uint8Array): unknown {
  try {
    return method.response.decode(bytes);
  } catch {
    const details = `the response is not a ${method.response.typeName} (${bytes.byteLength} bytes)`;
    throw new StatusError(Status.INTERNAL, details, Metadata.empty, Metadata.empty);
  }
}
