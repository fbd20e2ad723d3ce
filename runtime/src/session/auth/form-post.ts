import type { IncomingMessage } from "node:http";
import type { LookupFunction, Socket } from "node:net";
import { urlToHttpOptions } from "node:url";
import { type FormAnswer, formHeaders, type FormLimits, maxAnswerBytes, retryAfterMs } from "./form.js";
import { systemClock } from "../../base/time/clock.js";
import { waitFor } from "../../base/time/wait.js";
import { loadRequest, type VerifiedRequest } from "../../network/transport/connection/secure-socket.js";
import { sendAfterHandshake } from "../../network/transport/connection/send-after-handshake.js";
import { tlsError } from "../../network/transport/connection/tls-error.js";
import { readCertificates, type TlsOptions } from "../../network/transport/tls-options.js";

/** How a form is sent from Node. */
export interface FormPost extends FormLimits {
  /** Certificates, where the URL is `https:`. */
  readonly tls: TlsOptions | undefined;
  /** Opens the connection, such as a tunnel through a proxy. Default: a connection without a proxy. */
  readonly connect?: ((url: URL, signal: AbortSignal) => Promise<Socket | undefined>) | undefined;
}

/** A request for a token or for what leads to one. */
export interface TokenRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Resolves the name of the server. Default: the resolver of the machine. */
  readonly lookup?: LookupFunction | undefined;
}

/**
 * Posts a form (RFC 6749, appendix B). Redirects are not followed: one would
 * carry the form to wherever it points.
 *
 * @throws The signal's reason, a ConnectError, or an Error that says why there is no answer.
 */
export async function postForm(url: URL, form: URLSearchParams, how: FormPost): Promise<FormAnswer> {
  return sendRequest(url, { method: "POST", headers: formHeaders, body: form.toString() }, how);
}

/**
 * Sends a request by HTTP/1.1. Redirects are not followed.
 *
 * @throws The signal's reason, a ConnectError, or an Error that says why there is no answer.
 */
export async function sendRequest(url: URL, asked: TokenRequest, how: FormPost): Promise<FormAnswer> {
  // `fetch` knows neither own certificates nor a client's.
  const request = await loadRequest(url);
  const socket = await how.connect?.(url, how.signal);
  how.signal.throwIfAborted();
  const options = { ...urlToHttpOptions(url), ...requestOptions(url, asked, how.tls) };
  const outgoing = request(socket ? { ...options, socket } : options);
  const answer = new Promise<FormAnswer>((resolve, reject) => {
    outgoing.on("error", (error) => reject(tlsError(error) ?? error));
    outgoing.on("response", (incoming) => readAnswer(incoming).then(resolve, reject));
  });
  sendAfterHandshake(outgoing, url, asked.body);
  try {
    return await waitFor(answer, {
      clock: systemClock,
      signal: how.signal,
      deadlineMs: systemClock.nowMs() + how.timeoutMs,
      timedOut: () => new Error(`no answer within ${how.timeoutMs / 1000} s`),
    });
  } finally {
    outgoing.destroy();
  }
}

function requestOptions(
  url: URL,
  { method, headers, body, lookup }: TokenRequest,
  tls: TlsOptions | undefined,
): VerifiedRequest {
  return {
    method,
    // A login is rare: a connection that is kept would outlive the session.
    agent: false,
    headers: {
      ...headers,
      // Node takes the server name of TLS from it, and it has no final dot.
      host: url.host.replace(/\.(?=:|$)/, ""),
      ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
    },
    ...(lookup && { lookup }),
    ...readCertificates(tls ?? {}),
  };
}

async function readAnswer(incoming: IncomingMessage): Promise<FormAnswer> {
  const text = await readText(incoming);
  return {
    status: incoming.statusCode ?? 0,
    text,
    retryAfterMs: retryAfterMs(incoming.headers["retry-after"]),
  };
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxAnswerBytes) throw new Error(`an answer of more than ${maxAnswerBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
