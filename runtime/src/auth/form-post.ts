import type { IncomingMessage } from "node:http";
import type { RequestOptions } from "node:https";
import { systemClock } from "../time/clock.js";
import { waitFor } from "../time/wait.js";
import { readCertificates, type TlsOptions } from "../transport/tls-options.js";

/** The answer of a server to a form. */
export interface FormAnswer {
  /** HTTP status code. */
  readonly status: number;
  readonly text: string;
  /** How long the server asks to wait, in milliseconds (RFC 9110, section 10.2.3); undefined if it does not say so in seconds. */
  readonly retryAfterMs: number | undefined;
}

/** How a form is sent. */
export interface FormPost {
  /** Certificates, where the URL is `https:`. */
  readonly tls: TlsOptions | undefined;
  /** Ends the request with its reason. */
  readonly signal: AbortSignal;
  /** Milliseconds until the whole answer must be there. */
  readonly timeoutMs: number;
}

/** An answer with a token is some kilobytes; what is longer is none. */
const maxAnswerBytes = 256 * 1024;

/**
 * Posts a form (RFC 6749, appendix B). Redirects are not followed: one would
 * carry the form to wherever it points.
 *
 * @throws The signal's reason, or an Error that says why there is no answer.
 */
export async function postForm(url: URL, form: URLSearchParams, how: FormPost): Promise<FormAnswer> {
  // `fetch` knows neither own certificates nor a client's.
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  how.signal.throwIfAborted();
  const body = form.toString();
  const outgoing = request(url, requestOptions(body, how.tls));
  const answer = new Promise<FormAnswer>((resolve, reject) => {
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => readAnswer(incoming).then(resolve, reject));
  });
  outgoing.end(body);
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

function requestOptions(body: string, tls: TlsOptions | undefined): RequestOptions {
  return {
    method: "POST",
    // A login is rare: a connection that is kept would outlive the session.
    agent: false,
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
      "content-length": Buffer.byteLength(body),
    },
    ...readCertificates(tls ?? {}),
    // The form is a secret: no variable of the environment switches this off.
    rejectUnauthorized: true,
  };
}

async function readAnswer(incoming: IncomingMessage): Promise<FormAnswer> {
  const after = incoming.headers["retry-after"] ?? "";
  const retryAfterMs = /^\d{1,6}$/.test(after) ? Number(after) * 1000 : undefined;
  return { status: incoming.statusCode ?? 0, text: await readText(incoming), retryAfterMs };
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
