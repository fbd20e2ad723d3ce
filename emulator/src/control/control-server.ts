/** The control API below `/_emulator/`: other processes reset, seed and watch the emulator with it. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { localRequestRefusal } from "@stratus/runtime/server";
import { showCall } from "../calls/call-log.js";
import type { ReceivedCall } from "../calls/received-call.js";
import { matchesCall } from "../calls/call-filter.js";
import { EmulatorError } from "../text/emulator-error.js";
import { readBody } from "../http/read-body.js";
import { errorText } from "../text/error-text.js";
import { ControlError } from "./control-error.js";
import type { ControlParts } from "./control-parts.js";
import { gets, posts, readCallFilter, requireNames, isText } from "./routes.js";

/** The path of the control API. */
export const controlPath = "/_emulator";

/** The largest body in bytes: seeds may be large. */
const maxBodyBytes = 32 * 1024 * 1024;
/** How many bytes of calls may wait for a slow reader of the stream. */
const maxStreamBytes = 8 * 1024 * 1024;

/** Answers a request to the control API. Never rejects. */
export async function answerControl(
  parts: ControlParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const leaving = new AbortController();
  response.once("close", () => leaving.abort(new Error("the client left")));
  try {
    guard(parts, request);
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname.slice(controlPath.length).replace(/^$/, "/");
    const { method } = request;
    if (path === "/calls/stream" && method === "GET") return streamCalls(parts, query, response);
    const answer = await answerPath(parts, request, path, { query, signal: leaving.signal });
    send(response, 200, answer);
  } catch (error) {
    if (leaving.signal.aborted) return;
    const status = error instanceof ControlError ? error.status : error instanceof EmulatorError ? 400 : 500;
    const code = error instanceof EmulatorError ? error.code : "UNEXPECTED";
    send(response, status, { error: { code, message: errorText(error) } });
  }
}

async function answerPath(
  parts: ControlParts,
  request: IncomingMessage,
  path: string,
  given: { readonly query: URLSearchParams; readonly signal: AbortSignal },
): Promise<unknown> {
  const get = Object.hasOwn(gets, path) ? gets[path] : undefined;
  const post = Object.hasOwn(posts, path) ? posts[path] : undefined;
  if (get === undefined && post === undefined)
    throw new ControlError(
      404,
      "OPTION_INVALID",
      `there is no ${controlPath}${path.slice(0, 100)}; ${controlPath}/openapi.yaml lists what there is`,
    );
  if (request.method === "GET" && get !== undefined) return get(parts, { ...given, body: {} });
  if (request.method !== "POST" || post === undefined)
    throw new ControlError(
      405,
      "OPTION_INVALID",
      `use ${get === undefined ? "POST" : post === undefined ? "GET" : "GET or POST"}`,
    );
  const [names, answer] = post;
  const body = await readJson(request);
  requireNames(body, names, path);
  return answer(parts, { ...given, body });
}

/** @throws ControlError if the request may come from a page of another site, or lacks the token */
function guard({ emulator: { controlToken } }: ControlParts, request: IncomingMessage): void {
  const refusal = localRequestRefusal(request, { anyHost: controlToken !== undefined });
  if (refusal !== undefined) throw new ControlError(403, "REQUEST_REFUSED", refusal);
  if (controlToken === undefined) return;
  const [, given = ""] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  // Digests are of one length, and are compared in constant time.
  if (timingSafeEqual(digest(given), digest(controlToken))) return;
  throw new ControlError(
    401,
    "REQUEST_REFUSED",
    "the emulator listens beyond this machine: send `authorization: Bearer TOKEN` with the control token that it printed",
  );
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  // A form, or a page that asks for no permission, cannot send this type (Fetch, "CORS protocol").
  const types = request.headersDistinct["content-type"] ?? [];
  if (types.length !== 1 || !/^application\/json\s*(?:;|$)/i.test(types[0] ?? ""))
    throw new ControlError(415, "REQUEST_REFUSED", "send content-type: application/json");
  const bytes = await readBody(request, maxBodyBytes);
  if (!bytes) throw new ControlError(413, "OPTION_INVALID", `the body is longer than ${maxBodyBytes} bytes`);
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw new ControlError(400, "OPTION_INVALID", `the body is not JSON: ${errorText(error)}`);
  }
  if (typeof body === "object" && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new ControlError(400, "OPTION_INVALID", "the body must be a JSON object, such as {}");
}

/**
 * Sends each call that ends, as an event of the type `call` (WHATWG HTML, "Server-sent events"). With `after`, it begins with those
 * that have ended.
 */
function streamCalls({ callLog }: ControlParts, query: URLSearchParams, response: ServerResponse): void {
  const filter = readCallFilter(query);
  writeHead(response, 200, "text/event-stream; charset=utf-8");
  response.write(":\n\n");
  const write = (call: ReceivedCall): void => {
    if (response.writableLength > maxStreamBytes) response.destroy();
    else response.write(`event: call\nid: ${call.number}\ndata: ${JSON.stringify(call)}\n\n`);
  };
  const earlier = filter.after === undefined ? [] : callLog.calls(filter);
  for (const call of earlier) if (call.durationMs !== undefined) write(call);
  const forget = callLog.listen((call) => {
    if (matchesCall(call, filter)) write(showCall(call));
  });
  response.once("close", forget);
}

function send(response: ServerResponse, status: number, answer: unknown): void {
  if (isText(answer)) {
    writeHead(response, status, `${answer.contentType}; charset=utf-8`);
    response.end(answer.text);
    return;
  }
  writeHead(response, status, "application/json");
  response.end(`${JSON.stringify(answer ?? {})}\n`);
}

function writeHead(response: ServerResponse, status: number, contentType: string): void {
  response.writeHead(status, {
    "content-type": contentType,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
}
