import type {
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
} from "@grpc/grpc-js";

/** The library's call that requests are read from. */
export type RequestStream = ServerReadableStream<unknown, unknown> | ServerDuplexStream<unknown, unknown>;

/** The library's call that responses are written to. */
export type ResponseStream = ServerWritableStream<unknown, unknown> | ServerDuplexStream<unknown, unknown>;

/** The library's call, of whatever kind. */
export type RawCall = ServerUnaryCall<unknown, unknown> | RequestStream | ResponseStream;
