import type { Method } from "../../calls/rpc/service.js";
import { bytesFromBase64 } from "../../messages/json/base64.js";
import { compressed } from "../../network/transport/fetch/envelope.js";
import { decompress } from "../../network/transport/fetch/gzip.js";
import { jsonFormat } from "../../network/transport/fetch/json-format.js";

/** The protocols that a page can speak: gRPC-web, and Connect for one message or for a stream. */
type WebProtocol = "grpc-web" | "connect" | "connect-stream";

/** A call as a page sends it. */
export interface WebCall {
  readonly protocol: WebProtocol;
  readonly method: Method;
  readonly isJson: boolean;
  /** The requests: one, unless the method streams requests. */
  readonly messages: readonly unknown[];
}

/** Content types of the protocols (gRPC PROTOCOL-WEB.md; Connect protocol, "Unary-Request" and "Streaming-Request"). */
const contentTypes = /^application\/(grpc-web(?:\+proto)?|(connect\+)?(proto|json))\s*(?:$|;)/i;

/** Reads a call; undefined if the request is not one of these protocols. */
export async function readWebCall(request: Request, method: Method): Promise<WebCall | undefined> {
  const url = new URL(request.url);
  if (request.method === "GET" && url.searchParams.has("message")) return readGet(url.searchParams, method);
  const [, type, isStream, format] = contentTypes.exec(request.headers.get("content-type") ?? "") ?? [];
  if (type === undefined) return undefined;
  const isJson = format === "json";
  const decode = (bytes: Uint8Array): unknown => decodeMessage(method, bytes, isJson);
  const body = new Uint8Array(await request.arrayBuffer());
  if (format !== undefined && !isStream) {
    const isPacked = request.headers.get("content-encoding") === "gzip";
    const bytes = isPacked ? await decompress(body, Infinity) : body;
    return { protocol: "connect", method, isJson, messages: [decode(bytes)] };
  }
  const messages: unknown[] = [];
  for (const bytes of await splitEnvelopes(body)) messages.push(decode(bytes));
  return { protocol: isStream ? "connect-stream" : "grpc-web", method, isJson, messages };
}

/** Reads a call by GET (Connect protocol, "Unary-Get-Request"). */
async function readGet(query: URLSearchParams, method: Method): Promise<WebCall> {
  const text = query.get("message") ?? "";
  const isJson = query.get("encoding") === "json";
  const given =
    query.get("base64") === "1"
      ? (bytesFromBase64(text) ?? new Uint8Array())
      : new TextEncoder().encode(text);
  const bytes = query.get("compression") === "gzip" ? await decompress(given, Infinity) : given;
  return { protocol: "connect", method, isJson, messages: [decodeMessage(method, bytes, isJson)] };
}

function decodeMessage({ request }: Method, bytes: Uint8Array, isJson: boolean): unknown {
  return isJson ? jsonFormat.decode(request, bytes) : request.decode(bytes);
}

/** Splits a body into messages and decompresses them. */
async function splitEnvelopes(body: Uint8Array): Promise<Uint8Array[]> {
  const messages: Uint8Array[] = [];
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  for (let place = 0; place + 5 <= body.length;) {
    const end = place + 5 + view.getUint32(place + 1);
    const bytes = body.subarray(place + 5, end);
    messages.push((body[place] ?? 0) & compressed ? await decompress(bytes, Infinity) : bytes);
    place = end;
  }
  return messages;
}
