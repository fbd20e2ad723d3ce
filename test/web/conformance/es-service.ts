import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { ConnectError, type HandlerContext } from "@connectrpc/connect";
import {
  BidiStreamRequest,
  ClientStreamRequest,
  ConformancePayload,
  ServerStreamRequest,
  UnaryRequest,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import type { Any } from "../../../generated/interop/index.js";
import { headersOf } from "./outcome.js";
import { answerBidi, answerMany, answerOne, type ServedCall } from "./script.js";
import { anyOf, pairsOf, typeOf } from "./vocabulary.js";

/** Handlers by the local names of their rpcs. */
export interface EsHandlers {
  readonly [rpc: string]: (request: never, context: HandlerContext) => unknown;
}

/** The service by Connect's own library. */
export const esHandlers: EsHandlers = {
  unary: one("UnaryRequest", "UnaryResponse"),
  idempotentUnary: one("IdempotentUnaryRequest", "IdempotentUnaryResponse"),
  async clientStream(requests: AsyncIterable<Message>, context: HandlerContext) {
    const seen: Any[] = [];
    for await (const request of requests) seen.push(held("ClientStreamRequest", request));
    const definition = seen[0] && ClientStreamRequest.decode(seen[0].value).responseDefinition;
    return response("ClientStreamResponse", await answerOne(served(context), seen, definition));
  },
  async *serverStream(request: Message, context: HandlerContext) {
    const seen = held("ServerStreamRequest", request);
    const { responseDefinition } = ServerStreamRequest.decode(seen.value);
    const payloads = answerMany(served(context), [seen], responseDefinition);
    for await (const payload of payloads) yield response("ServerStreamResponse", payload);
  },
  async *bidiStream(requests: AsyncIterable<Message>, context: HandlerContext) {
    const payloads = answerBidi(served(context), bidiRequests(requests));
    for await (const payload of payloads) yield response("BidiStreamResponse", payload);
  },
};

function one(requestType: string, responseType: string) {
  return async (request: Message, context: HandlerContext): Promise<Message> => {
    const seen = held(requestType, request);
    // Both unary requests have the same fields.
    const { responseDefinition } = UnaryRequest.decode(seen.value);
    return response(responseType, await answerOne(served(context), [seen], responseDefinition));
  };
}

async function* bidiRequests(requests: AsyncIterable<Message>): AsyncGenerator<BidiStreamRequest, void> {
  for await (const request of requests)
    yield BidiStreamRequest.decode(held("BidiStreamRequest", request).value);
}

function held(name: string, message: Message): Any {
  return anyOf(name, toBinary(typeOf(name), message));
}

/** A response, whose one field is the payload. */
function response(name: string, payload: ConformancePayload): Message {
  const bytes = ConformancePayload.encode(payload);
  const payloadField = fromBinary(typeOf("ConformancePayload"), bytes);
  return { $typeName: typeOf(name).typeName, payload: payloadField } as Message;
}

function served(context: HandlerContext): ServedCall {
  const append = (to: Headers, headers: Parameters<ServedCall["setHeaders"]>[0]): void => {
    for (const [name, value] of pairsOf(headers)) {
      to.append(name, typeof value === "string" ? value : Buffer.from(value).toString("base64"));
    }
  };
  return {
    headers: headersOf(context.requestHeader),
    timeoutMs: context.timeoutMs(),
    query: context.requestMethod === "GET" ? headersOf(new URL(context.url).searchParams) : undefined,
    signal: context.signal,
    setHeaders: (headers) => append(context.responseHeader, headers),
    setTrailers: (trailers) => append(context.responseTrailer, trailers),
    failure(code, message, details) {
      const failure = new ConnectError(message, code || 2);
      failure.details.push(
        ...details.map(({ typeUrl, value }) => ({
          type: typeUrl.slice(typeUrl.lastIndexOf("/") + 1),
          value: new Uint8Array(value),
        })),
      );
      return failure;
    },
  };
}
