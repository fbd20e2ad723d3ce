/**
 * The HTTP server of the cloud: token exchange, and the methods of the API with Connect and gRPC-web.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Cloud } from "../cloud.js";
import { exchangeAt } from "../login/exchange.js";
import { type ExchangedToken, readExchangeRequest } from "../auth/token-exchange.js";
import { StatusError } from "../errors/status-error.js";
import { type CallLog, showHeaders } from "../calls/call-log.js";
import { errorText, explained } from "../text/error-text.js";
import type { ServerCertificate } from "../tls/certificate.js";
import { refusalReason, RefusedCall } from "../errors/refused-call.js";
import { readBody } from "./read-body.js";

/** Path of the exchange below the auth URL (docs/conventions.md, "Authentication"). */
const exchangePath = "/oauth2/token/exchange";
/** A form with a JWT is some kilobytes. */
const maxFormBytes = 256 * 1024;

/** A response: a status and a JSON body. */
interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, string | number>>;
}

/** The dependencies of the HTTP token exchange. */
export interface ExchangeParts {
  readonly cloud: Cloud;
  readonly callLog: CallLog;
  /** Resolves when every change so far is saved. */
  readonly persist: () => Promise<void>;
}

/** Handles token exchanges, which are form POSTs (docs/conventions.md, "Authentication"; RFC 8693). Rejects any other request. */
export function exchangeListener(parts: ExchangeParts): Listener {
  return (request, response) => void answer(parts, request).then((result) => send(response, result));
}

/** Answers requests of a server. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Creates the HTTP server of the cloud, which does not listen yet.
 *
 * @throws EmulatorError if the certificate or its key cannot be used
 */
export function createHttpServer(listener: Listener, certificate: ServerCertificate | undefined): Server {
  if (certificate === undefined) return createServer(listener);
  const { certificatePem: cert, keyPem: key } = certificate;
  return explained("OPTION_INVALID", "tls: the certificate or the key cannot be used", () =>
    createTlsServer({ cert, key }, listener),
  );
}

/** Answers a request and records it in the log of calls. Never rejects. */
async function answer(parts: ExchangeParts, request: IncomingMessage): Promise<Answer> {
  const { cloud, callLog } = parts;
  const path = (request.url ?? "").replace(/\?.*$/s, "");
  const attempt = callLog.open({
    time: new Date(cloud.settings.clock.now()),
    method: `${request.method ?? ""} ${path}`,
    authority: request.headers.host ?? "",
    metadata: showHeaders(
      Object.entries(request.headersDistinct).map(([name, values]) => [name, values ?? []]),
    ),
    deadline: undefined,
  });
  try {
    requireExchange(path, request);
    const form = new URLSearchParams(await readForm(request));
    const shown = showHeaders(Array.from(form.keys(), (name) => [name, form.getAll(name)]));
    callLog.recordRequest(attempt, { byteLength: JSON.stringify(shown).length, toJson: () => shown });
    const body = await exchange(cloud, form);
    await parts.persist();
    attempt.code = "OK";
    return { status: 200, body };
  } catch (error) {
    attempt.code = error instanceof StatusError ? error.code : "INTERNAL";
    attempt.reason = refusalReason(error);
    attempt.error = errorText(error);
    return error instanceof HttpRefusal ? error.answer : failure(error);
  } finally {
    callLog.end(attempt);
  }
}

function requireExchange(path: string, { method, headers }: IncomingMessage): void {
  if (path !== exchangePath) {
    throw new HttpRefusal(
      "UNIMPLEMENTED",
      404,
      "not_found",
      `here are ${exchangePath}, the methods of the API by Connect and gRPC-web, the console at / and the control API at /_emulator/`,
    );
  }
  if (method !== "POST") throw new HttpRefusal("UNIMPLEMENTED", 405, "invalid_request", "use POST");
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers["content-type"] ?? "")) {
    const text = "the body must be application/x-www-form-urlencoded";
    throw new HttpRefusal("INVALID_ARGUMENT", 415, "invalid_request", text);
  }
}

function exchange(cloud: Cloud, form: URLSearchParams): Promise<ExchangedToken> {
  const request = readExchangeRequest((name) => {
    const values = form.getAll(name);
    if (values.length > 1)
      throw new RefusedCall("REQUEST_INVALID", "INVALID_ARGUMENT", `${name} was sent more than once`);
    return values[0] ?? "";
  });
  return exchangeAt(cloud, request, cloud.now());
}

/** An invalid exchange request, with the HTTP status to return. */
class HttpRefusal extends RefusedCall {
  readonly answer: Answer;

  constructor(
    code: "UNIMPLEMENTED" | "INVALID_ARGUMENT",
    status: number,
    error: string,
    description: string,
  ) {
    super(code === "UNIMPLEMENTED" ? "METHOD_UNIMPLEMENTED" : "REQUEST_INVALID", code, description);
    this.answer = refusal(status, error, description);
  }
}

/** RFC 8693, section 2.2.2: an invalid request or token is an `invalid_request`. */
function failure(error: unknown): Answer {
  if (!(error instanceof StatusError)) return refusal(500, "server_error", "the emulator failed");
  if (error.code === "RESOURCE_EXHAUSTED") return refusal(413, "invalid_request", error.message);
  const isGrant = refusalReason(error) === "GRANT_TYPE_UNSUPPORTED";
  return refusal(400, isGrant ? "unsupported_grant_type" : "invalid_request", error.message);
}

function refusal(status: number, error: string, description: string): Answer {
  return { status, body: { error, error_description: description } };
}

async function readForm(request: IncomingMessage): Promise<string> {
  const body = await readBody(request, maxFormBytes);
  if (!body) throw new RefusedCall("REQUEST_INVALID", "RESOURCE_EXHAUSTED", "the form is too large");
  return body.toString("utf8");
}

function send(response: ServerResponse, { status, body }: Answer): void {
  // RFC 6749, section 5.1: a response with a token must not be cached.
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    pragma: "no-cache",
  });
  response.end(JSON.stringify(body));
}
