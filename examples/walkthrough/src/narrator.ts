import type { ReceivedCall } from "@stratus/emulator";

/** Tells on a stream what happens, and what went over the wire for it. */
export class Narrator {
  readonly #attempts: () => readonly ReceivedCall[];
  readonly #write: (line: string) => void;
  #seen = 0;
  #step = 0;

  /**
   * @param attempts all attempts that the server has seen so far
   * @param write takes one line
   */
  constructor(attempts: () => readonly ReceivedCall[], write: (line: string) => void) {
    this.#attempts = attempts;
    this.#write = write;
  }

  /** Runs one step: its title, what the server saw of it, and what came of it. */
  async step<T>(title: string, run: () => Promise<T>, say: (result: T) => string): Promise<T> {
    this.#write(`\n${++this.#step}. ${title}`);
    const result = await run();
    for (const attempt of this.#attempts().slice(this.#seen)) {
      for (const line of describeAttempt(attempt)) this.#write(`   ${line}`);
    }
    this.#seen = this.#attempts().length;
    this.#write(`   = ${say(result)}`);
    return result;
  }
}

/** One attempt as it went over the wire: method, authority, reset mask, idempotency key; never the token. */
function describeAttempt({ method, authority, metadata, code }: ReceivedCall): string[] {
  const headers = ["x-resetmask", "x-idempotency-key"].flatMap((name) =>
    (metadata[name] ?? []).map((value) => `  ${name}: ${value}`),
  );
  return [`> ${method} at ${authority}: ${code ?? "running"}`, ...headers];
}
