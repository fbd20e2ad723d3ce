/** Calls methods of the API by the Connect protocol with JSON, without knowing their messages. */
import type { Json } from "../text/json.js";
import { readEnvelopes, writeEnvelopes } from "./envelopes.js";

/** A call of a method. */
export interface ConnectCall {
  /** `package.Service/Method` */
  readonly method: string;
  readonly isStream: boolean;
  /** The request, or several if the client streams. */
  readonly messages: readonly Json[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of a call. */
export interface ConnectOutcome {
  /** `ok`, or the code of the error, such as `not_found`. */
  readonly code: string;
  /** The text of the error. Empty for `ok`. */
  readonly error: string;
  readonly details: readonly Json[];
  /** The response, or all of a stream until it ended. */
  readonly messages: readonly Json[];
  readonly isDefault: boolean;
  readonly durationMs: number;
}

interface ConnectError {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly Json[];
}

/** Calls a method. Rejects only if the emulator does not answer, or the signal is aborted. */
export async function callMethod(call: ConnectCall, signal: AbortSignal): Promise<ConnectOutcome> {
  const startedAtMs = performance.now();
  const response = await fetch(`/${call.method}`, {
    method: "POST",
    headers: {
      ...call.headers,
      "content-type": call.isStream ? "application/connect+json" : "application/json",
      "connect-protocol-version": "1",
    },
    body: call.isStream ? writeEnvelopes(call.messages) : JSON.stringify(call.messages[0] ?? {}),
    signal,
  });
  const { messages, error } =
    call.isStream && response.ok ? await readStream(response) : await readUnary(response);
  return {
    code: error === undefined ? "ok" : (error.code ?? "unknown"),
    error: error?.message ?? "",
    details: error?.details ?? [],
    messages,
    isDefault: response.headers.get("x-emulator-answer") === "default",
    durationMs: performance.now() - startedAtMs,
  };
}

interface Answer {
  readonly messages: readonly Json[];
  readonly error?: ConnectError | undefined;
}

async function readUnary(response: Response): Promise<Answer> {
  const text = await response.text();
  let body: Json;
  try {
    body = JSON.parse(text) as Json;
  } catch {
    return { messages: [], error: { code: `HTTP ${response.status}`, message: text.slice(0, 1000) } };
  }
  return response.ok ? { messages: [body] } : { messages: [], error: body as ConnectError };
}

async function readStream(response: Response): Promise<Answer> {
  const messages: Json[] = [];
  for (const { isEnd, value } of readEnvelopes(new Uint8Array(await response.arrayBuffer()))) {
    if (isEnd) return { messages, error: (value as { error?: ConnectError }).error };
    messages.push(value);
  }
  return { messages, error: { code: "internal", message: "The stream ended without its last message." } };
}
