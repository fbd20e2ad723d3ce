import { UsageError } from "../text/usage-error.js";
import { kebabCase } from "../text/name-case.js";

/**
 * The settings of an API. Each one is a flag (`--api-domain`), an environment variable (`CLOUD_API_DOMAIN`) and a key of a
 * profile. Flags override variables, and variables override the profile. No setting contains a secret.
 */
export interface Settings {
  /** The domain of the API. */
  readonly apiDomain?: string | undefined;
  /** The address of all services, or the base URL of a REST API. */
  readonly endpoint?: string | undefined;
  /** Whether to call `endpoint` without TLS. Default: false. */
  readonly insecure?: boolean | undefined;
  /** The path of a file with trusted certificates in PEM. */
  readonly ca?: string | undefined;
  /** The URL of an HTTP proxy, or `none`. */
  readonly proxy?: string | undefined;
  /** The default parent of requests. */
  readonly parentId?: string | undefined;
  /** The path of a file with an access token. */
  readonly tokenFile?: string | undefined;
  /** A command that prints an access token. */
  readonly tokenCommand?: string | undefined;
  /** The path of the key file of a service account. */
  readonly serviceAccountFile?: string | undefined;
  /** The path of a file with a token from an external identity provider. */
  readonly federatedTokenFile?: string | undefined;
  /** Whether to use the Application Default Credentials of this machine (AIP-4110). */
  readonly applicationDefault?: boolean | undefined;
  /** The authentication scheme of a REST API that has several. Several schemes are separated by commas. */
  readonly authScheme?: string | undefined;
  /** The output format. */
  readonly output?: string | undefined;
  /** Whether shell completion calls the API to complete names of resources. */
  readonly completeNames?: boolean | undefined;
}

/** The keys of settings with their help texts. */
export const settingDescriptions: Readonly<Record<keyof Settings, string>> = {
  apiDomain: "domain of the API",
  endpoint: "address of all services (HOST:PORT or unix:PATH), or the base URL of a REST API",
  insecure: "call the endpoint without TLS",
  ca: "file with trusted certificates (PEM)",
  proxy: "URL of an HTTP proxy, or none",
  parentId: "default parent of requests",
  tokenFile: "file with an access token",
  tokenCommand: "command that prints an access token",
  serviceAccountFile: "key file of a service account",
  federatedTokenFile: "file with a token from an external identity provider",
  applicationDefault: "use the Application Default Credentials of this machine",
  authScheme: "authentication scheme of a REST API that has several (A,B: one line of the token each)",
  output: "output format",
  completeNames: "complete names of resources, which calls the API",
};

const booleanSettings: ReadonlySet<string> = new Set(["insecure", "completeNames", "applicationDefault"]);

/** Whether a setting is a boolean. */
export function isBooleanSetting(key: keyof Settings): boolean {
  return booleanSettings.has(key);
}

/** The settings that select credentials. Only the one with the highest priority is used. */
const credentialSettings = [
  "tokenFile",
  "tokenCommand",
  "serviceAccountFile",
  "federatedTokenFile",
  "applicationDefault",
] as const;

/** Returns the environment variable of a setting: `CLOUD_API_DOMAIN` for `apiDomain` of the session `Cloud`. */
export function environmentVariable(session: string, key: string): string {
  const prefix = session.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
  return `${prefix}_${kebabCase(key).replaceAll("-", "_").toUpperCase()}`;
}

/** Finds a setting by its name in kebab case or camel case. */
export function findSetting(name: string): keyof Settings | undefined {
  return Object.keys(settingDescriptions).find((key) => key === name || kebabCase(key) === name) as
    | keyof Settings
    | undefined;
}

/** Parses the text of a setting. @throws A UsageError if a boolean setting is neither true nor false. */
export function parseSetting(key: keyof Settings, text: string, place: string): string | boolean {
  if (!isBooleanSetting(key)) return text;
  if (/^(?:true|1)$/.test(text)) return true;
  if (/^(?:false|0)$/.test(text)) return false;
  throw new UsageError("ARGUMENT_INVALID", `${place} must be true or false, got ${JSON.stringify(text)}`);
}

/** Reads the settings of a session from environment variables. */
export function readEnvironment(
  session: string,
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  return Object.fromEntries(
    Object.keys(settingDescriptions).flatMap((key) => {
      const name = environmentVariable(session, key);
      const text = env[name];
      return text ? [[key, parseSetting(key as keyof Settings, text, name)]] : [];
    }),
  );
}

/** Merges settings, of which earlier ones take precedence. Credentials in one source remove those of all later sources. */
export function mergeSettings(...all: readonly Settings[]): Settings {
  let joined: Settings = {};
  for (const one of all) {
    const given = Object.fromEntries(
      Object.entries(one).filter(([, value]) => value !== undefined),
    ) as Settings;
    const rest = hasLogin(joined) ? withoutLogin(given) : given;
    joined = { ...rest, ...joined };
  }
  return joined;
}

/** Whether settings select credentials. */
export function hasLogin(settings: Settings): boolean {
  return credentialSettings.some((key) => settings[key] !== undefined);
}

/** Returns settings without those that select credentials. */
export function withoutLogin(settings: Settings): Settings {
  return Object.fromEntries(
    Object.entries(settings).filter(([key]) => !(credentialSettings as readonly string[]).includes(key)),
  );
}
