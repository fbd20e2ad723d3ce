/** Requests to the control API of the emulator that serves the page. */
import type { Json } from "../text/json.js";

/** The name under which the tab stores the token of the control API. */
const tokenKey = "emulator-control-token";

/** A refusal of the control API, or a failure to reach it. */
export class ControlFailure extends Error {
  /** The HTTP status. 0 if the emulator does not answer. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "ControlFailure";
    this.status = status;
  }
}

/**
 * Takes the token from the address of the page, where the emulator prints it if it listens beyond this machine: `#token=emu-...`.
 * The address then loses it.
 */
export function takeControlToken(): void {
  const [, token] = /^#token=([\w.~+/=-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  setControlToken(token);
  history.replaceState(null, "", "#/resources");
}

/** Sets the token that requests carry. */
export function setControlToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}

/**
 * Sends a request to the control API. With a body it is a POST.
 *
 * @throws ControlFailure with the reason
 */
export async function control<T = Json>(
  path: string,
  body?: object,
  signal: AbortSignal | null = null,
): Promise<T> {
  const response = await openControl(path, body, signal);
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return (isJson ? await response.json() : await response.text()) as T;
}

/** Like `control`, with the response as it arrives. */
export async function openControl(
  path: string,
  body?: object,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const token = sessionStorage.getItem(tokenKey);
  const response = await fetch(`/_emulator${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    cache: "no-store",
    signal,
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new ControlFailure(0, "The emulator does not answer. Is it still running?");
  });
  if (response.ok) return response;
  const text = await response.text();
  throw new ControlFailure(response.status, readReason(text) ?? `HTTP status ${response.status}`);
}

function readReason(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } };
    return error?.message;
  } catch {
    return text === "" ? undefined : text.slice(0, 500);
  }
}
