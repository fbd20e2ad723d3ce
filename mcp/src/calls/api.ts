/**
 * The room of calls: the API as tools see it. Every call passes here, where it is allowed, counted and written down.
 *
 * @module
 */
import {
  type Client,
  openClient,
  openSession,
  type OpenSession,
  type Sdk,
  type Settings,
  environmentVariable,
} from "@stratus/dynamic-client";
import type { GuideEntry, GuideMethod } from "@stratus/runtime/guide-v1";
import { KnownSecrets } from "../answer/redact.js";
import { Access, type AccessOptions, type OpenMethod } from "../methods/access.js";
import { Methods, methodName } from "../methods/methods.js";
import { Limits, type LimitOptions } from "../record/limits.js";
import { Log } from "../record/log.js";
import { inlineText } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";
import { telemetryHooks } from "./telemetry.js";

/** The parts that an API is opened with. */
export interface ApiOptions extends AccessOptions, LimitOptions {
  readonly sdk: Sdk;
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Services that are known, by names with `*`. Default all. */
  readonly services?: readonly string[] | undefined;
  /** Identifies the server to the API. */
  readonly userAgent: string;
  /** Takes the lines of the log. */
  readonly writeLog: (line: string) => void;
  /** Default: the system's clock. */
  readonly nowMs?: (() => number) | undefined;
}

/** One call of a tool. */
export interface ToolCall {
  readonly signal: AbortSignal;
  /** The caller, of several; empty over stdio. */
  readonly caller: string;
  /** Says how far something has come; `fraction` from 0 to 1. */
  readonly progress?: ((text: string, fraction: number | undefined) => void) | undefined;
}

/** An API that tools read and change. */
export class Api {
  readonly sdk: Sdk;
  readonly methods: Methods;
  readonly access: Access;
  readonly limits: Limits;
  readonly log: Log;
  readonly secrets = new KnownSecrets();
  readonly nowMs: () => number;
  readonly #options: ApiOptions;
  readonly #clients = new Map<string, Promise<Client>>();
  #session: Promise<OpenSession> | undefined;

  /** @throws A UsageError for services and methods that there are not. */
  constructor(options: ApiOptions) {
    const { sdk, nowMs = Date.now } = options;
    this.#options = options;
    this.sdk = sdk;
    this.nowMs = nowMs;
    this.methods = new Methods(sdk, options.services);
    this.access = new Access(this.methods, options);
    this.limits = new Limits(options, nowMs);
    const token = options.env[environmentVariable(sdk.session.name, "token")];
    if (token) this.secrets.add(token);
    this.log = new Log({ write: options.writeLog, nowMs, scrub: (text) => this.secrets.scrub(text) });
  }

  /** Settings of its session. */
  get settings(): Settings {
    return this.#options.settings;
  }

  get env(): ApiOptions["env"] {
    return this.#options.env;
  }

  /** Everything about a method. @throws A Refusal if there is none of that name. */
  async method(name: string): Promise<OpenMethod> {
    const listed = this.methods.get(name);
    if (!listed)
      throw new Refusal(`there is no method ${inlineText(name)}; use find_methods to search for one`);
    const service = await this.sdk.service(listed.entry);
    const method = service.method(listed.line.word);
    if (!method) throw new Refusal(`the guide has no ${name}; generate the package again`);
    return { listed, service, method, decision: this.access.decide(listed, service, method) };
  }

  /** Another method of the service of a method. */
  beside({ listed }: OpenMethod, { word }: GuideMethod): Promise<OpenMethod> {
    return this.method(methodName(listed.entry, word));
  }

  /** A method that a tool may call. @throws A Refusal if it may not. */
  async allowed(name: string, tool: "apply" | "destroy" | "read"): Promise<OpenMethod> {
    const open = await this.method(name);
    const { decision } = open;
    if ("why" in decision) {
      this.log.add({ event: "refused", method: name, result: "NOT_ALLOWED" });
      throw new Refusal(`${name} is not allowed here: ${decision.why}`);
    }
    if (decision.tool === tool || (tool === "apply" && decision.tool === "destroy")) return open;
    throw new Refusal(
      decision.tool === "read"
        ? `${name} is read-only; call it with the tool read`
        : `${name} is not read-only; plan it with the tool plan`,
    );
  }

  /** The client of a service. */
  client(entry: GuideEntry): Promise<Client> {
    const known = this.#clients.get(entry.name);
    if (known) return known;
    const client = this.#open(entry);
    this.#clients.set(entry.name, client);
    // A login that failed may be there the next time.
    client.catch(() => this.#clients.delete(entry.name));
    return client;
  }

  async #open(entry: GuideEntry): Promise<Client> {
    const service = await this.sdk.service(entry);
    const { settings, env, userAgent } = this.#options;
    this.#session ??= telemetryHooks(this.sdk).then((hooks) =>
      openSession(this.sdk, settings, { env, userAgent, account: userAgent, hooks }),
    );
    const session = await this.#session.catch((error: unknown) => {
      this.#session = undefined;
      throw error;
    });
    await service.codec.load();
    return openClient(this.sdk, service, session.session);
  }

  /** Ends the session. */
  async close(): Promise<void> {
    await (await this.#session?.catch(() => undefined))?.close();
  }
}
