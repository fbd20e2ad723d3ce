/**
 * Calls of the API. Each one is checked against the permissions and limits, and logged.
 *
 * @module
 */
import {
  type Client,
  openClient,
  openSession,
  type OpenSession,
  type Sdk,
  type ResolvedSettings,
  type Settings,
} from "@stratus/dynamic-client";
import type { GuideEntry, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { answerText, type AnswerSelection } from "../answer/answer.js";
import { KnownSecrets } from "../answer/redact.js";
import { Access, type AccessOptions, type OpenMethod } from "../methods/access.js";
import { type ListedMethod, Methods, methodName } from "../methods/methods.js";
import type { MethodSearch } from "../methods/search.js";
import type { Synonyms } from "../methods/synonyms.js";
import { Limits, type LimitOptions } from "../record/limits.js";
import { Log } from "../record/log.js";
import { Refusal } from "../text/refusal.js";
import { missingAddress, missingLogin } from "./configuration.js";
import { jwtSubject, loginText } from "./login.js";
import { telemetryHooks } from "./telemetry.js";

/** An agent can tell its user at once that the API is down, and try again. */
const connecting = { waitForReady: false, connectTimeoutMs: 2_000 };

/** The options of an API. */
export interface ApiOptions extends AccessOptions, LimitOptions, ResolvedSettings {
  readonly sdk: Sdk;
  /** The name of the selected profile. Default: `default`. */
  readonly profile?: string | undefined;
  /** The command line of the API, such as `acme`. Default: `npx @stratus/cli PACKAGE`. */
  readonly commandLine?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The services to serve, by names with `*`. Default: all. */
  readonly services?: readonly string[] | undefined;
  /** The effects, besides changes and acts, that one plan may have on several resources. Default: none. */
  readonly allowBulk?: readonly "destroy"[] | undefined;
  /** The API's words for what people call otherwise. Default: none. */
  readonly synonyms?: Synonyms | undefined;
  /** The user agent that is sent to the API. */
  readonly userAgent: string;
  /** Writes a line of the log. */
  readonly writeLog: (line: string) => void;
  /** The clock. Default: that of the system. */
  readonly nowMs?: (() => number) | undefined;
}

/** A call of a tool. */
export interface ToolCall {
  readonly signal: AbortSignal;
  /** The id of the HTTP caller. Empty over stdio. */
  readonly caller: string;
  /** The name and the version of the client. */
  readonly client?: string | undefined;
  /** Reports progress to the client. `fraction` is between 0 and 1. */
  readonly progress?: ((text: string, fraction: number | undefined) => void) | undefined;
}

/** The API as tools use it. */
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
  #subject: string | undefined;
  #search: Promise<MethodSearch> | undefined;

  /** @throws A UsageError if a service or a method in the options does not exist. */
  constructor(options: ApiOptions) {
    const { sdk, nowMs = Date.now } = options;
    this.#options = options;
    this.sdk = sdk;
    this.nowMs = nowMs;
    this.methods = new Methods(sdk, options.services);
    this.access = new Access(this.methods, options);
    this.limits = new Limits(options, nowMs);
    this.log = new Log({ write: options.writeLog, nowMs, scrub: (text) => this.secrets.scrub(text) });
  }

  /** The settings of the session. */
  get settings(): Settings {
    return this.#options.settings;
  }

  /** The name of the selected profile. */
  get profile(): string | undefined {
    return this.#options.profile;
  }

  /** The command line of the API. */
  get commandLine(): string | undefined {
    return this.#options.commandLine;
  }

  get env(): ApiOptions["env"] {
    return this.#options.env;
  }

  /** Whether one plan may do something to several resources. */
  allowsBulk(effect: "destroy"): boolean {
    return this.#options.allowBulk?.includes(effect) === true;
  }

  /** The caller of the API: the subject of the token if it is a JWT, and the origin of the login. */
  get subject(): string {
    return [this.#subject, loginText(this)].filter(Boolean).join(", ");
  }

  /** Formats data of the API as `answerText` does, without the secrets that this process knows. */
  answer(data: GuideJson, wanted?: AnswerSelection, maxTokens?: number): string {
    return answerText(this.secrets.scrubJson(data), wanted, maxTokens);
  }

  /** Loads a method by any form of its name that means one method. @throws A UsageError if there is none. */
  async method(name: string): Promise<OpenMethod> {
    const listed = (await this.#findRequestLine(name)) ?? (await this.methods.find(name));
    const service = await this.sdk.service(listed.entry);
    const method = service.method(listed.line.word);
    if (!method)
      throw new Refusal("GUIDE_INVALID", `the guide has no ${listed.name}; generate the package again`);
    return { listed, service, method, decision: this.access.decide(listed, service, method) };
  }

  /** Finds the operation of a REST API by its request line, such as `GET /pets/{id}`. */
  async #findRequestLine(name: string): Promise<ListedMethod | undefined> {
    if (!/^[A-Z]+ \//.test(name)) return undefined;
    const opened = await this.openAll();
    return opened.find(({ method: { http } }) => http && `${http.method.toUpperCase()} ${http.path}` === name)
      ?.listed;
  }

  /** Opens all methods, for which the guides of all services are loaded. */
  openAll(): Promise<readonly OpenMethod[]> {
    return Promise.all(this.methods.all.map(({ name }) => this.method(name)));
  }

  /** Returns the search over all methods, for which the guides of all services are loaded on first use. */
  search(): Promise<MethodSearch> {
    this.#search ??= Promise.all([import("../methods/search.js"), this.openAll()]).then(
      ([{ MethodSearch: Search }, opened]) => new Search(opened, this.#options.synonyms),
    );
    return this.#search;
  }

  /** Loads another method of the same service. */
  beside({ listed }: OpenMethod, { word }: GuideMethod): Promise<OpenMethod> {
    return this.method(methodName(listed.entry, word));
  }

  /** Loads a method that a tool may call. @throws A Refusal if it is not allowed. */
  async allowed(name: string, tool: "apply" | "destroy" | "read"): Promise<OpenMethod> {
    const open = await this.method(name);
    const { decision, listed } = open;
    if ("why" in decision) {
      this.log.add({ event: "refused", method: listed.name, result: "NOT_ALLOWED" });
      throw new Refusal("NOT_ALLOWED", `${listed.name} is not allowed here: ${decision.why}`);
    }
    if (decision.tool === tool || (tool === "apply" && decision.tool === "destroy")) return open;
    throw new Refusal(
      "WRONG_TOOL",
      decision.tool === "read"
        ? `${listed.name} is read-only; call it with the tool read`
        : `${listed.name} is not read-only; plan it with the tool plan`,
    );
  }

  /** Returns the client of a service, and opens the session on first use. */
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
    const { settings, env, userAgent, profile, saved } = this.#options;
    const missing = missingAddress(this) ?? (this.sdk.isRest ? undefined : missingLogin(this));
    if (missing !== undefined) throw new Refusal("CONFIGURATION_MISSING", missing);
    this.#session ??= telemetryHooks(this.sdk).then((hooks) =>
      openSession(this.sdk, settings, {
        env,
        userAgent,
        profile,
        saved,
        hooks,
        connecting,
        onCredential: (credential) => {
          this.secrets.addCredential(credential);
          this.#subject = jwtSubject(credential) ?? this.#subject;
        },
      }),
    );
    const session = await this.#session.catch((error: unknown) => {
      this.#session = undefined;
      throw error;
    });
    await service.codec.load();
    return openClient(this.sdk, service, session.session);
  }

  /** Closes the session. */
  async close(): Promise<void> {
    await (await this.#session?.catch(() => undefined))?.close();
  }
}
