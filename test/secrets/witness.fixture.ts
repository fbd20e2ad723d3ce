import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { openTelemetryHooks } from "@stratus/runtime/opentelemetry";
import { CloudError, type Hooks, type Logger } from "@svc/cloud";
import { pino } from "pino";
import { Telemetry } from "../../runtime/src/fixture/telemetry.fixture.js";

/**
 * Hooks, spans, metrics and loggers of a session, and everything that a program
 * may print: where a secret might come to light.
 */
export class Witness {
  readonly #texts: string[] = [];
  readonly #telemetry = new Telemetry();
  readonly #subscriptions: (() => void)[] = [];
  /** Names of the channels on which something was published. */
  readonly published = new Set<string>();
  readonly #pino = pino({ level: "trace" }, { write: (line) => void this.#texts.push(line) });

  /** Prints a value in every way there is. */
  see(value: unknown): void {
    // What a program's own logger makes of it.
    this.#pino.info({ value }, "seen");
    if (value instanceof Error) this.#pino.error(value);
    for (const one of withCauses(value)) {
      this.#texts.push(
        String(one),
        inspect(one, { depth: 20, showHidden: true, getters: true, maxStringLength: null }),
        inspect(one),
        JSON.stringify(one) ?? "",
      );
      if (one instanceof Error) this.#texts.push(one.message, one.stack ?? "");
      if (one instanceof CloudError)
        this.#texts.push(inspect([one.header, one.trailer]), JSON.stringify(one.trailer) ?? "");
    }
  }

  /** The options of a session that tells all to the witness. */
  get options(): { readonly hooks: readonly [Hooks, Hooks]; readonly logger: Logger; readonly debug: true } {
    const see = (event: unknown): void => this.see(event);
    this.#listen();
    const log: Logger["warn"] = (...line) => {
      line.forEach(see);
      this.#pino.warn(...line);
    };
    return {
      debug: true,
      logger: { warn: log, debug: log },
      hooks: [
        openTelemetryHooks(this.#telemetry.options),
        {
          onCallStart: see,
          onCallEnd: see,
          onAttemptStart: see,
          onAttemptEnd: see,
          onRetry: see,
          onToken: see,
          observe: (event) => {
            see(event);
            return {
              onAttempt: (attempt) => {
                see(attempt);
                return { onEnd: see };
              },
              onRetry: see,
              onEnd: see,
            };
          },
        },
      ],
    };
  }

  /** Sees all that is published to the process, as it is and from every side. */
  #listen(): void {
    for (const kind of ["call", "attempt", "token", "wait"]) {
      for (const event of ["start", "end", "asyncStart", "asyncEnd", "error"]) {
        this.#subscribeTo(`tracing:stratus:${kind}:${event}`);
      }
    }
    this.#subscribeTo("stratus:retry");
  }

  #subscribeTo(name: string): void {
    const see = (message: unknown): void => {
      this.published.add(name);
      this.see(message);
    };
    subscribe(name, see);
    this.#subscriptions.push(() => unsubscribe(name, see));
  }

  /** Adds the spans and the metrics that came in so far; gives how many there are. */
  async seeTelemetry(): Promise<number> {
    for (const end of this.#subscriptions.splice(0)) end();
    const points = await this.#telemetry.points();
    const { spans } = this.#telemetry;
    for (const { name, attributes, events, status, links, resource } of spans) {
      this.see({ name, attributes, events, status, links, resource: resource.attributes });
    }
    this.see(points);
    this.#texts.push(inspect(spans, { depth: 10, maxStringLength: null }));
    await this.#telemetry[Symbol.asyncDispose]();
    return spans.length + Object.keys(points).length;
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
