import { safeLine } from "@stratus/dynamic-client";
import { type Argv, hasFlag } from "../argv/read-argv.js";
import type { Host } from "../host/host.js";

/** An attempt, as the hooks of REST clients receive it. */
interface RestAttempt {
  readonly method: string;
  readonly route: string;
  readonly endpoint: string;
  readonly attempt: number;
  readonly durationMs: number;
  readonly status?: number | undefined;
  readonly error: unknown;
}

function name({ method, route, endpoint, attempt }: RestAttempt): string {
  return safeLine(`${method} ${route} at ${endpoint}, attempt ${attempt}`);
}

/** Returns hooks that end a call that cannot connect, and print attempts with `--debug`. */
export function restHooks({ say }: Host, argv: Argv, unreachable: AbortController): object {
  const isDebug = hasFlag(argv, "debug");
  return {
    onAttemptStart: (event: RestAttempt) => isDebug && say(`${name(event)} begins\n`),
    onAttemptEnd(event: RestAttempt) {
      const { status, durationMs, error } = event;
      if (isDebug)
        say(`${name(event)} ended after ${Math.round(durationMs)} ms: ${status ?? "no response"}\n`);
      const { clientReason } = (error ?? {}) as { readonly clientReason?: unknown };
      if (clientReason === "CONNECT_FAILED") unreachable.abort(error);
    },
  };
}
