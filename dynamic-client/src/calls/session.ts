import { readSettingFile } from "../settings/read-setting-file.js";
import type { ConnectingOptions } from "./rest-connecting.js";
import { restLogin } from "./rest-credentials.js";
import { restFetch } from "./rest-fetch.js";
import { headerOptions, type SessionHeaders } from "./session-headers.js";
import type { Sdk } from "../sdk/sdk.js";
import { requireSavedAddress, type SavedCredentials } from "../settings/resolve-settings.js";
import { environmentVariable, hasLogin, loginSetting, type Settings } from "../settings/settings.js";

/** An open session of a gRPC package, or the client of a REST package. */
export interface OpenSession {
  /** The session to make clients with. For a REST package, the client itself. */
  readonly session: object;
  /** Closes its connections. */
  close(): Promise<void>;
}

/** Options of `openSession` in addition to the settings. */
export interface SessionOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user agent that is sent to the server, such as `acme/1.0`. */
  readonly userAgent: string;
  /** The name of the selected profile. Default: `default`. */
  readonly profile?: string | undefined;
  /** Set if the credentials are those of the profile. */
  readonly saved?: SavedCredentials | undefined;
  /** Receives warnings, which do not fail a call. Default: Node prints them. */
  readonly warn?: ((text: string) => void) | undefined;
  /** How calls connect. Default: as the SDK does. */
  readonly connecting?: ConnectingOptions | undefined;
  /** Receives the steps of gRPC calls, without secrets. Default: none. */
  readonly debug?: ((text: string) => void) | undefined;
  /** Receives each credential that calls are made with, before it is sent, such as to hide it in responses. */
  readonly onCredential?: ((credential: string) => void) | undefined;
  /** Hooks for the calls of a REST package. */
  readonly hooks?: object | undefined;
  /** Headers of each call. Default: none. */
  readonly headers?: SessionHeaders | undefined;
}

/** Credentials of the SDK's runtime. */
interface Credentials {
  readonly description: string;
  fetchToken(context: object): Promise<{ readonly token: string }>;
  refuse?(token: string): void;
}

/** The functions of the SDK that create credentials. */
interface CredentialFactories {
  readonly staticToken: (token: string) => Credentials;
}

/** The entry point `login` of the SDK's runtime. */
interface LoginModule {
  readonly profileCredentials: (settings: Settings, owner: object) => Promise<Credentials>;
}

type Root = Readonly<Record<string, unknown>> & CredentialFactories;

/**
 * Opens a session from settings, with the session class and the credentials of the SDK.
 *
 * @throws A UsageError, or an error of the SDK, if a setting is invalid.
 */
export async function openSession(sdk: Sdk, settings: Settings, parts: SessionOptions): Promise<OpenSession> {
  requireSavedAddress(sdk, settings, parts.saved);
  const root = (await sdk.load(".")) as Root;
  const make = root[sdk.session.name] as new (options: object) => object;
  if (sdk.isRest) {
    const options = defined({
      baseUrl: settings.endpoint,
      ...(await restLogin(sdk, settings, parts.env, parts.onCredential)),
      hooks: parts.hooks,
      fetch: restFetch(settings.endpoint, parts.connecting, parts.onCredential),
      onDrift: () => undefined,
      ...headerOptions(sdk, parts.headers),
    });
    return { session: new make(options), close: async () => undefined };
  }
  const session = new make({
    ...defined({
      apiDomain: settings.apiDomain,
      endpoint: settings.endpoint,
      insecure: settings.insecure,
      proxy: settings.proxy === "none" ? false : settings.proxy,
      parentId: settings.parentId,
      tls: settings.ca === undefined ? undefined : { ca: readSettingFile(settings.ca, "ca") },
      credentials: reportTokens(await chooseCredentials(root, sdk, settings, parts), parts.onCredential),
      logger: (parts.warn ?? parts.debug) && {
        warn: (_: unknown, text: string) => parts.warn?.(text),
        debug: parts.debug && ((_: unknown, text: string) => parts.debug?.(text)),
      },
      debug: parts.debug && true,
      ...parts.connecting,
      ...headerOptions(sdk, parts.headers),
    }),
    userAgent: parts.userAgent,
  }) as { close(options?: object): Promise<void> };
  return { session, close: () => session.close() };
}

/** The parts of a call that a capture reads. */
interface Outgoing {
  readonly message?: unknown;
  readonly messages?: AsyncIterable<unknown> | undefined;
  readonly metadata: Iterable<readonly [string, string]> & { get(name: string): string | undefined };
  readonly endpoint: { readonly target: string; readonly authority: string };
  readonly method: { readonly path: string };
}

/** Receives calls instead of the network. The calls end when the session is closed. */
export interface CaptureTarget {
  /** Replaces the transport of a gRPC session. */
  readonly transport: { readonly call: (outgoing: Outgoing) => Promise<never>; readonly close: () => void };
  /** Replaces `fetch` of a REST client. */
  readonly fetch: (url: string, init: Pick<RequestInit, "method" | "headers">) => Promise<never>;
}

/** Opens a session that hands its calls to a capture instead of the network. It reads no credentials. */
export async function openCapturingSession(
  sdk: Sdk,
  settings: Settings,
  { transport, fetch }: CaptureTarget,
  headers?: SessionHeaders,
): Promise<OpenSession> {
  const root = (await sdk.load(".")) as Root;
  const make = root[sdk.session.name] as new (options: object) => object;
  if (sdk.isRest) {
    const options = {
      baseUrl: settings.endpoint,
      fetch,
      retry: false,
      auth: sdk.session.logins && "external",
      ...headerOptions(sdk, headers),
    };
    const session = new make(defined(options));
    return { session, close: async () => transport.close() };
  }
  const session = new make({
    ...defined({
      apiDomain: settings.apiDomain,
      endpoint: settings.endpoint,
      insecure: settings.insecure,
      parentId: settings.parentId,
      ...headerOptions(sdk, headers),
    }),
    credentials: root.staticToken("not-sent"),
    logger: { warn: () => undefined },
    transport,
  }) as { close(options?: object): Promise<void> };
  // The captured call ends with the session.
  return { session, close: () => session.close({ graceMs: 1 }) };
}

/** Checks the settings of an address that may be incomplete, without a connection. @throws The error of the SDK if one is invalid. */
export async function checkAddress(sdk: Sdk, settings: Settings): Promise<void> {
  const never = new Promise<never>(() => undefined);
  const target = { transport: { call: () => never, close: () => undefined }, fetch: () => never };
  try {
    await (await openCapturingSession(sdk, settings, target)).close();
  } catch (error) {
    const { code, option } = error as { readonly code?: unknown; readonly option?: unknown };
    if (code !== "OPTION_MISSING") throw error;
    if (option === "apiDomain" && settings.apiDomain === undefined)
      await checkAddress(sdk, { ...settings, apiDomain: "api.example.com" });
  }
}

async function chooseCredentials(
  root: Root,
  sdk: Sdk,
  settings: Settings,
  { env, profile = "default" }: SessionOptions,
): Promise<Credentials | undefined> {
  // A token in the environment is what its caller wants at this moment.
  const token = env[environmentVariable(sdk.session.name, "token")];
  if (token) return root.staticToken(token);
  if (!hasLogin(settings)) return undefined;
  // Of the SDK's own runtime, as programs use it, so that they share tokens.
  if (loginSetting(settings) !== "applicationDefault") {
    const login = (await sdk.loadRuntime("login")) as unknown as LoginModule;
    return login.profileCredentials(settings, { packageName: sdk.guide.package.name, profile });
  }
  const entry = (await sdk.loadRuntime("application-default")) as { applicationDefault(): Credentials };
  return entry.applicationDefault();
}

/** Returns credentials that report each token before it is used. */
function reportTokens(
  credentials: Credentials | undefined,
  report: SessionOptions["onCredential"],
): Credentials | undefined {
  if (!credentials || !report) return credentials;
  const { description } = credentials;
  return {
    description,
    fetchToken: async (context) => {
      const answer = await credentials.fetchToken(context);
      report(answer.token);
      return answer;
    },
    refuse: (token) => credentials.refuse?.(token),
  };
}

function defined(options: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
