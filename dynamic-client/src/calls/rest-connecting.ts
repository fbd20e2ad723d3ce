import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as delay } from "node:timers/promises";

/** How calls connect. */
export interface ConnectingOptions {
  /** Whether calls keep trying to connect until their timeout. Default: false. */
  readonly waitForReady?: boolean;
  /** The time limit for connecting, in milliseconds. Default: that of the platform. */
  readonly connectTimeoutMs?: number;
}

/** An error of a request that was not sent, in the form in which the clients of REST APIs recognize a failed connection. */
export class NotConnected extends TypeError {
  override readonly name = "NotConnected";

  constructor(code: string, reason: unknown) {
    super("fetch failed", { cause: { code, syscall: "connect", reason } });
  }
}

/** Returns a `fetch` whose connections have a time limit, and which can wait for a server that is not ready. */
export function connectingFetch({ waitForReady = false, connectTimeoutMs }: ConnectingOptions): typeof fetch {
  return async (input, init) => {
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        return await fetchWithin(connectTimeoutMs, input, init);
      } catch (error) {
        if (!waitForReady || !(error instanceof NotConnected)) throw error;
        await delay(pauseMs, undefined, init?.signal ? { signal: init.signal } : {});
      }
    }
  };
}

async function fetchWithin(
  ms: number | undefined,
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  const controller = new AbortController();
  const { signal } = init ?? {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSent = false;
  // The channels of Node's own `fetch`: only they tell a connection from a response.
  const channels = {
    beforeConnect: () => {
      if (ms !== undefined) timer ??= setTimeout(() => controller.abort(), ms);
    },
    connected: () => clearTimeout(timer),
    sendHeaders: () => (isSent = true),
  };
  for (const [name, listen] of Object.entries(channels)) subscribe(`undici:client:${name}`, listen);
  try {
    const both = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
    return await fetch(input, { ...init, signal: both });
  } catch (error) {
    if (isSent || signal?.aborted) throw error;
    const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
    const late = controller.signal.aborted ? `no connection within ${ms} ms` : undefined;
    throw new NotConnected(late ?? cause?.code ?? cause?.message ?? String(error), error);
  } finally {
    clearTimeout(timer);
    for (const [name, listen] of Object.entries(channels)) unsubscribe(`undici:client:${name}`, listen);
  }
}
