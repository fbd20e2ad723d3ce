import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  BidiStreamRequest,
  type RawHTTPResponse,
  ServerStreamRequest,
  UnaryRequest,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import { caseHeader } from "./drive.js";
import type { Permutation } from "./expand.js";
import { rawBody } from "./raw-body.js";
import type { Handler } from "./servers.js";

/** Answers the calls of cases that state their answer byte by byte, and has a server answer all others. */
export function withRawAnswers(cases: ReadonlyMap<string, Permutation>, handler: Handler): Handler {
  return (request, response) => {
    const permutation = caseOf(cases, request);
    const raw = permutation && rawAnswer(permutation);
    if (!raw) return handler(request, response);
    request.resume();
    request.once("end", () => send(raw, response));
  };
}

/** The case that a request belongs to. */
export function caseOf(
  cases: ReadonlyMap<string, Permutation>,
  { headers }: IncomingMessage,
): Permutation | undefined {
  return cases.get(decodeURI(String(headers[caseHeader] ?? "")));
}

function rawAnswer({ method, request }: Permutation): RawHTTPResponse | undefined {
  const [first] = request.requestMessages;
  if (!first || method === "Unimplemented") return undefined;
  if (method === "ServerStream")
    return ServerStreamRequest.decode(first.value).responseDefinition?.rawResponse;
  if (method === "BidiStream") return BidiStreamRequest.decode(first.value).responseDefinition?.rawResponse;
  // The other requests have the same fields.
  return UnaryRequest.decode(first.value).responseDefinition?.rawResponse;
}

function send({ body, headers, statusCode, trailers }: RawHTTPResponse, response: ServerResponse): void {
  const bytes = rawBody(body);
  const status = statusCode === 0 ? 200 : statusCode;
  const pairs = headers.map(({ name, value }): [string, string[]] => [name, value]);
  const ends = trailers.map(({ name, value }): [string, string[]] => [name, value]);
  if (!("stream" in response) && (status > 599 || ends.length > 0)) {
    return sendByHand(status, pairs, ends, bytes, response);
  }
  for (const [name, value] of pairs) response.setHeader(name, value);
  // Node's HTTP/2 writes no status beyond these; a client is then told another failure than the case's.
  response.statusCode = status > 599 ? 500 : status;
  if (ends.length > 0) {
    const all = Object.fromEntries(ends.map(([name, value]) => [name, value.join(", ")]));
    response.flushHeaders();
    response.addTrailers(all);
  }
  // Without a byte, the headers end the stream.
  if (bytes.byteLength > 0 || ends.length > 0) response.end(bytes);
  else response.end();
}

/** What Node's own server does not write: a status that does not exist, trailers beside a length. */
function sendByHand(
  status: number,
  headers: [string, string[]][],
  trailers: [string, string[]][],
  bytes: Uint8Array,
  response: ServerResponse,
): void {
  const lines = (pairs: [string, string[]][]): string =>
    pairs.map(([name, values]) => values.map((value) => `${name}: ${value}\r\n`).join("")).join("");
  const socket = response.socket as Socket;
  socket.write(
    `HTTP/1.1 ${status} -\r\n${lines(headers)}transfer-encoding: chunked\r\nconnection: close\r\n\r\n`,
  );
  if (bytes.byteLength > 0) {
    socket.write(`${bytes.byteLength.toString(16)}\r\n`);
    socket.write(bytes);
    socket.write("\r\n");
  }
  socket.end(`0\r\n${lines(trailers)}\r\n`);
}
