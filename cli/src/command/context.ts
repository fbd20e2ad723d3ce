/**
 * Commands of services. Each one reads its input, calls the API and prints the result.
 *
 * @module
 */
import type { GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { type Argv, flagValue, hasFlag } from "../argv/read-argv.js";
import type { Host } from "../host/host.js";
import { readMilliseconds } from "../input/duration.js";
import { readHeaders } from "../input/read-headers.js";
import type { InputSource } from "../input/read-input.js";
import { readOutput } from "../output/output-options.js";
import { Printer } from "../output/printer.js";
import {
  type CallOptions,
  captureCall,
  type CapturedCall,
  type Client,
  hide,
  hideResource,
  isUnknownOutcome,
  openClient,
  openSession,
  redactedText,
  type ResourceKind,
  resourceKinds,
  type OpenSession,
  type Service,
  safeText,
  type SavedCredentials,
  type Sdk,
  type Settings,
} from "@stratus/dynamic-client";
import { restHooks } from "./rest-hooks.js";

/** The inputs of a context. */
export interface ContextOptions {
  readonly host: Host;
  readonly sdk: Sdk;
  readonly settings: Settings;
  /** The name of the selected profile. */
  readonly profile: string;
  /** Set if the credentials are those of the profile. */
  readonly saved?: SavedCredentials | undefined;
}

/** Time limits for connecting, in milliseconds. At a terminal somebody waits; a script may run while a server starts. */
const connectTimeoutMs = { atTerminal: 2_000, inScript: 10_000 };

/** The session of a context, and of those that share it. */
interface SharedSession {
  session?: Promise<OpenSession>;
  /** Aborted as soon as a REST call cannot connect, because its client would try again. */
  readonly unreachable: AbortController;
}

/** The session, clients, input and output of a running command. */
export class Context {
  readonly host: Host;
  readonly sdk: Sdk;
  readonly settings: Settings;
  readonly #profile: string;
  readonly #saved: SavedCredentials | undefined;
  #shared: SharedSession = { unreachable: new AbortController() };
  #printer: Printer | undefined;

  constructor({ host, sdk, settings, profile, saved }: ContextOptions) {
    this.host = host;
    this.sdk = sdk;
    this.settings = settings;
    this.#profile = profile;
    this.#saved = saved;
  }

  /** Returns the client of a service, and opens the session on first use. */
  async client(service: Service, argv: Argv): Promise<Client> {
    const { env, userAgent, say, terminals } = this.host;
    this.#shared.session ??= openSession(this.sdk, this.settings, {
      env,
      userAgent,
      profile: this.#profile,
      saved: this.#saved,
      connecting: {
        waitForReady: hasFlag(argv, "wait-for-ready"),
        connectTimeoutMs:
          durationFlag(argv, "connect-timeout") ??
          (terminals.err ? connectTimeoutMs.atTerminal : connectTimeoutMs.inScript),
      },
      hooks: this.sdk.isRest ? restHooks(this.host, argv, this.#shared.unreachable) : undefined,
      debug: hasFlag(argv, "debug") ? (text) => say(`${safeText(text)}\n`) : undefined,
      warn: (text) => say(`warning: ${safeText(text)}\n`),
      headers: readHeaders(argv),
    });
    const [{ session }] = await Promise.all([this.#shared.session, service.codec.load()]);
    return openClient(this.sdk, service, session, flagValue(argv, "service"));
  }

  /** Makes a call up to the network, and returns what it would send. */
  async capture(
    { service, method, argv }: MethodCommand,
    request: object,
    options: CallOptions,
  ): Promise<CapturedCall> {
    await service.codec.load();
    const at = flagValue(argv, "service");
    const headers = readHeaders(argv);
    return captureCall(this.sdk, service, this.settings, { method, request, options, at, headers });
  }

  /** The source of input. */
  get source(): InputSource {
    const { readFile, ask } = this.host;
    return { readFile, askSecret: (question) => ask(question, true) };
  }

  /** Whether another printer takes the results, so that nothing else is printed about a call. */
  get isCollecting(): boolean {
    return this.#printer !== undefined;
  }

  /** Returns the same context with another printer. Both share the session. */
  withPrinter(printer: Printer | undefined): Context {
    const { host, sdk, settings } = this;
    const other = new Context({ host, sdk, settings, profile: this.#profile, saved: this.#saved });
    other.#shared = this.#shared;
    other.#printer = printer;
    return other;
  }

  async printer(argv: Argv): Promise<Printer> {
    if (this.#printer) return this.#printer;
    return new Printer(this.host, await readOutput(argv, this.settings.output));
  }

  /** Returns the options of a call. */
  callOptions(argv: Argv): CallOptions {
    const { signal } = this.host;
    return {
      signal: this.sdk.isRest ? AbortSignal.any([signal, this.#shared.unreachable.signal]) : signal,
      timeoutMs: this.timeoutMs(argv),
      idempotencyKey: flagValue(argv, "idempotency-key"),
    };
  }

  /** Returns the value of `--timeout` in milliseconds. */
  timeoutMs(argv: Argv): number | undefined {
    return durationFlag(argv, "timeout");
  }

  /**
   * Converts a response to JSON. Secrets are redacted unless `--show-secrets` is set. Values that the JSON of a resource does
   * not contain have markers, so that `update -f` can put the resource back.
   */
  shown(service: Service, form: NonNullable<GuideMethod["response"]>, value: unknown, argv: Argv): GuideJson {
    const showSecrets = hasFlag(argv, "show-secrets");
    if (form.isList || form.type === undefined || typeof value !== "object" || value === null)
      return service.codec.toJson(form, value, showSecrets);
    const update = service.updates.find((one) => service.inputType(one) === form.type);
    if (update) return hideResource(service, update, value, { showSecrets }).json;
    const json = service.codec.toJson(form, value, showSecrets);
    const hasHidden = service.isRest && JSON.stringify(json).includes(`"${redactedText}"`);
    const kind = hasHidden ? findRestKind(service, form.type) : undefined;
    if (!kind) return json;
    const { isServerManaged } = kind;
    return hide(service, kind.type, value, { isServerManaged, hasDigests: true }).json;
  }

  /** Closes the session if it is open. */
  async close(): Promise<void> {
    await (await this.#shared.session?.catch(() => undefined))?.close();
  }
}

/** Finds the kind of resource of a REST API that an Update can put back. */
function findRestKind(service: Service, type: string): ResourceKind | undefined {
  return resourceKinds(service).find((kind) => kind.type === type && kind.update !== undefined);
}

/** Returns the value of a flag in milliseconds. */
function durationFlag(argv: Argv, name: string): number | undefined {
  const value = flagValue(argv, name);
  return value === undefined ? undefined : readMilliseconds(value, `--${name}`);
}

/** Waits for the result of a call. If its outcome is unknown, as after Ctrl-C, and it changes something, it prints a warning. */
export async function awaitAnswer(
  { context, service, method }: MethodCommand,
  answer: unknown,
): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    const isUnknown = context.host.signal.aborted || isUnknownOutcome(error);
    if (isUnknown && !service.effect(method.word).startsWith("read"))
      context.host.say("The server may have applied the call. Check before you retry it.\n");
    throw error;
  }
}

/** The command of a method. */
export interface MethodCommand {
  readonly context: Context;
  readonly service: Service;
  readonly method: GuideMethod;
  readonly argv: Argv;
}
