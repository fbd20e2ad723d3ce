import type { IncomingMessage } from "node:http";
import type { RequestOptions } from "node:https";
import { certificatesOf, type TlsOptions } from "../transport/tls-options.js";

/** What a server answered to a form. */
export interface FormAnswer {
  /** HTTP status code. */
  readonly status: number;
  readonly text: string;
  /** How long the server asks to wait, in milliseconds (RFC 9110, section 10.2.3); undefined where it does not say so in seconds. */
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
const largestAnswerBytes = 256 * 1024;

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
  return new Promise((resolve, reject) => {
    const outgoing = request(url, optionsOf(body, how.tls), (incoming) => {
      readText(incoming).then((text) => end(() => resolve(answerOf(incoming, text))), fail);
    });
    const end = (settle: () => void): void => {
      clearTimeout(timeout);
      how.signal.removeEventListener("abort", abort);
      settle();
    };
    const fail = (error: unknown): void => end(() => reject(error));
    const stop = (reason: unknown): void => {
      fail(reason);
      outgoing.destroy();
    };
    const abort = (): void => stop(how.signal.reason);
    const timeout = setTimeout(
      () => stop(new Error(`no answer within ${how.timeoutMs / 1000} s`)),
      how.timeoutMs,
    );
    how.signal.addEventListener("abort", abort, { once: true });
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}

function optionsOf(body: string, tls: TlsOptions | undefined): RequestOptions {
  return {
    method: "POST",
    // A login is rare: a connection that is kept would outlive the session.
    agent: false,
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
      "content-length": Buffer.byteLength(body),
    },
    ...certificatesOf(tls ?? {}),
  };
}

function answerOf({ statusCode, headers }: IncomingMessage, text: string): FormAnswer {
  const after = headers["retry-after"] ?? "";
  const retryAfterMs = /^\d{1,6}$/.test(after) ? Number(after) * 1000 : undefined;
  return { status: statusCode ?? 0, text, retryAfterMs };
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largestAnswerBytes) throw new Error(`an answer of more than ${largestAnswerBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
