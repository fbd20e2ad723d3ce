import { inspect } from "node:util";
import type { CloudOptions } from "@svc/cloud";

/** Hooks and logger of a session, and everything that a program may print: where a secret might come to light. */
export class Witness {
  readonly #texts: string[] = [];

  /** Prints a value in every way there is. */
  see(value: unknown): void {
    for (const one of withCauses(value)) {
      this.#texts.push(
        String(one),
        inspect(one, { depth: 20, showHidden: true, getters: true, maxStringLength: null }),
        inspect(one),
        JSON.stringify(one) ?? "",
      );
      if (one instanceof Error) this.#texts.push(one.message, one.stack ?? "");
    }
  }

  /** The options of a session that tells all to the witness. */
  get options(): Required<Pick<CloudOptions, "hooks" | "logger">> {
    const see = (event: unknown): void => this.see(event);
    const log = (...line: unknown[]): void => line.forEach(see);
    return {
      logger: { warn: log },
      hooks: {
        onCallStart: see,
        onCallEnd: see,
        onAttemptStart: see,
        onAttemptEnd: see,
        onRetry: see,
        onToken: see,
      },
    };
  }

  /** How many texts there are. */
  get count(): number {
    return this.#texts.length;
  }

  /** What shows a secret, itself or in base64, hex or URL form. */
  finds(secrets: readonly string[]): string[] {
    const forms = secrets.flatMap((secret) => [
      secret,
      Buffer.from(secret).toString("base64").replace(/=+$/, ""),
      Buffer.from(secret).toString("hex"),
      encodeURIComponent(secret),
    ]);
    return this.#texts.filter((text) => forms.some((form) => text.includes(form)));
  }
}

function withCauses(value: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let one = value; one !== undefined && chain.length < 10;) {
    chain.push(one);
    one = one instanceof Error ? one.cause : undefined;
  }
  return chain;
}
