import {
  ClientStreamRequest,
  IdempotentUnaryRequest,
  ServerStreamRequest,
  UnaryRequest,
  type UnaryResponseDefinition,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import type { ConformanceServiceHandlers } from "../../../generated/interop/connectrpc/conformance/v1/index.server.js";
import { type Any, InteropError } from "../../../generated/interop/index.js";
import { anyOf, codeName } from "./codes.js";
import { headersOf, pairsOf } from "./headers.js";
import { answerBidi, answerMany, answerOne, type ServedCall } from "./script.js";

type Call = Parameters<ConformanceServiceHandlers["unary"]>[1];

/** The service as servers of this project are written. */
export const ourHandlers: Partial<ConformanceServiceHandlers> = {
  unary: async (request, call) => ({
    payload: await answerOne(
      served(call),
      [anyOf("UnaryRequest", UnaryRequest.encode(request))],
      request.responseDefinition,
    ),
  }),
  idempotentUnary: async (request, call) => ({
    payload: await answerOne(
      served(call),
      [anyOf("IdempotentUnaryRequest", IdempotentUnaryRequest.encode(request))],
      request.responseDefinition,
    ),
  }),
  async clientStream(requests, call) {
    const seen: Any[] = [];
    let definition: UnaryResponseDefinition | undefined;
    for await (const request of requests) {
      if (seen.length === 0) definition = request.responseDefinition;
      seen.push(anyOf("ClientStreamRequest", ClientStreamRequest.encode(request)));
    }
    return { payload: await answerOne(served(call), seen, definition) };
  },
  async *serverStream(request, call) {
    const seen = [anyOf("ServerStreamRequest", ServerStreamRequest.encode(request))];
    for await (const payload of answerMany(served(call), seen, request.responseDefinition)) yield { payload };
  },
  async *bidiStream(requests, call) {
    for await (const payload of answerBidi(served(call), requests)) yield { payload };
  },
};

function served(call: Call): ServedCall {
  return {
    headers: headersOf(call.metadata),
    timeoutMs: call.deadline && call.deadline.getTime() - Date.now(),
    signal: call.signal,
    setHeaders: (headers) => call.sendHeader(pairsOf(headers)),
    setTrailers: (trailers) => call.addTrailer(pairsOf(trailers)),
    failure: (code, text, details) =>
      new InteropError({
        code: codeName(code),
        text,
        details: details.map(({ typeUrl, value }) => ({
          typeName: typeUrl.slice(typeUrl.lastIndexOf("/") + 1),
          value,
        })),
      }),
  };
}
