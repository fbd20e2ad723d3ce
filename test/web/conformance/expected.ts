import {
  BidiStreamRequest,
  ClientStreamRequest,
  ConformancePayload,
  ConformancePayload_RequestInfo,
  IdempotentUnaryRequest,
  ServerStreamRequest,
  type StreamResponseDefinition,
  UnaryRequest,
  type UnaryResponseDefinition,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import type { Any } from "../../../generated/interop/index.js";
import type { Permutation } from "./expand.js";
import type { Outcome } from "./outcome.js";
import { anyOf } from "./vocabulary.js";

/** What is to come of a call: as its case says, or else as its request defines it ("Expected responses"). */
export function expectedOf(permutation: Permutation): Outcome {
  const { request, test, streamType } = permutation;
  const given = test.expectedResponse;
  if (given) {
    const { error } = given;
    return {
      headers: given.responseHeaders,
      payloads: given.payloads,
      error: error && { code: error.code, message: error.message, details: error.details },
      trailers: given.responseTrailers,
      httpStatus: given.httpStatusCode,
      feedback: [],
    };
  }
  const [first] = request.requestMessages;
  const value = first?.value ?? new Uint8Array(0);
  if (streamType === "UNARY" || streamType === "CLIENT_STREAM") {
    return ofOne(unaryDefinition(permutation.method, value), info(permutation, request.requestMessages));
  }
  if (streamType === "SERVER_STREAM") {
    return ofStream(ServerStreamRequest.decode(value).responseDefinition, permutation, false);
  }
  return ofStream(
    BidiStreamRequest.decode(value).responseDefinition,
    permutation,
    streamType === "FULL_DUPLEX_BIDI_STREAM",
  );
}

function unaryDefinition(method: string, value: Uint8Array): UnaryResponseDefinition | undefined {
  if (method === "ClientStream") return ClientStreamRequest.decode(value).responseDefinition;
  if (method === "IdempotentUnary") return IdempotentUnaryRequest.decode(value).responseDefinition;
  return UnaryRequest.decode(value).responseDefinition;
}

type Info = ReturnType<typeof info>;

function info({ request }: Permutation, requests: readonly Any[]) {
  return ConformancePayload_RequestInfo.create({
    requestHeaders: request.requestHeaders,
    requests: [...requests],
    ...(request.timeoutMs === undefined ? {} : { timeoutMs: BigInt(request.timeoutMs) }),
  });
}

function inDetails(requestInfo: Info): Any {
  return anyOf("ConformancePayload.RequestInfo", ConformancePayload_RequestInfo.encode(requestInfo));
}

function ofOne(definition: UnaryResponseDefinition | undefined, requestInfo: Info): Outcome {
  const around = aroundOf(definition);
  const response = definition?.response;
  if (response?.$case === "error") {
    const { code, message, details } = response.value;
    return { ...around, error: { code, message, details: [...details, inDetails(requestInfo)] } };
  }
  const data = response?.value ?? new Uint8Array(0);
  return { ...around, payloads: [ConformancePayload.create({ data, requestInfo })] };
}

function ofStream(
  definition: StreamResponseDefinition | undefined,
  permutation: Permutation,
  isFullDuplex: boolean,
): Outcome {
  const requests = permutation.request.requestMessages;
  const payloads = (definition?.responseData ?? []).map((data, index) => {
    if (index === 0) {
      const seen = isFullDuplex ? requests.slice(0, 1) : requests;
      return ConformancePayload.create({ data, requestInfo: info(permutation, seen) });
    }
    const request = isFullDuplex ? requests[index] : undefined;
    return ConformancePayload.create(request ? { data, requestInfo: { requests: [request] } } : { data });
  });
  const error = definition?.error;
  const seen = isFullDuplex ? requests.slice(0, 1) : requests;
  const extra = payloads.length === 0 ? [inDetails(info(permutation, seen))] : [];
  return {
    ...aroundOf(definition),
    payloads,
    error: error && { code: error.code, message: error.message, details: [...error.details, ...extra] },
  };
}

function aroundOf(definition: UnaryResponseDefinition | StreamResponseDefinition | undefined): Outcome {
  return {
    headers: definition?.responseHeaders ?? [],
    trailers: definition?.responseTrailers ?? [],
    payloads: [],
    error: undefined,
    httpStatus: undefined,
    feedback: [],
  };
}
