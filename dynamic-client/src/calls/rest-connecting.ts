import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as delay } from "node:timers/promises";

/** How calls connect. */
export interface ConnectingOptions {
  /** Whether calls keep trying to connect until their timeout. Default: false. */
  readonly waitForReady?: boolean;
  /** The time limit for connecting, in milliseconds. Default: that of the platform. */
  readonly connectTimeoutMs?: number;
}

/** A `fetch` error that the clients of REST APIs take for a failed connection. */
class ConnectTimeout extends TypeError {
  override readonly name = "ConnectTimeout";

  constructor(ms: number) {
    super("fetch failed", { cause: { code: "UND_ERR_CONNECT_TIMEOUT" } });
    this.message = `no connection within ${ms} ms`;
  }
}

/** Returns a `fetch` whose connections have a time limit, and which can wait for a server that is not ready. */
export function connectingFetch({ waitForReady = false, connectTimeoutMs }: ConnectingOptions): typeof fetch {
  return async (input, init) => {
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        return await fetchWithin(connectTimeoutMs, input, init);
      } catch (error) {
        if (!waitForReady || !isConnectFailure(error)) throw error;
        await delay(pauseMs, undefined, init?.signal ? { signal: init.signal } : {});
      }
    }
  };
}

function isConnectFailure(error: unknown): boolean {
  if (error instanceof ConnectTimeout) return true;
  const { cause } = error as { readonly cause?: { readonly syscall?: unknown; readonly errors?: unknown } };
  return cause?.errors !== undefined || /^(?:connect|getaddrinfo)$/.test(String(cause?.syscall));
}

async function fetchWithin(
  ms: number | undefined,
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  if (ms === undefined) return fetch(input, init);
  const controller = new AbortController();
  const { signal } = init ?? {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (): void => {
    timer ??= setTimeout(() => controller.abort(new ConnectTimeout(ms)), ms);
  };
  const end = (): void => clearTimeout(timer);
  // The channels of Node's own `fetch`: only they tell a connection from a response.
  subscribe("undici:client:beforeConnect", begin);
  subscribe("undici:client:connected", end);
  try {
    const both = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
    return await fetch(input, { ...init, signal: both });
  } finally {
    end();
    unsubscribe("undici:client:beforeConnect", begin);
    unsubscribe("undici:client:connected", end);
  }
}
