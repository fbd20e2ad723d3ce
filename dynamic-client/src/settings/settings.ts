import { UsageError } from "../text/usage-error.js";
import { kebabCase } from "../text/name-case.js";

/**
 * How an API is called: each key is in a profile, in a variable of the environment (`CLOUD_API_DOMAIN`), and a flag
 * (`--api-domain`). A flag wins over a variable, a variable over a profile. No key holds a secret.
 */
export interface Settings {
  /** Domain of the API. */
  readonly apiDomain?: string | undefined;
  /** Address of every service; of a REST API its base URL. */
  readonly endpoint?: string | undefined;
  /** Calls that address without TLS. */
  readonly insecure?: boolean | undefined;
  /** File of the certificates to trust, in PEM. */
  readonly ca?: string | undefined;
  /** URL of the HTTP proxy; `none` for none. */
  readonly proxy?: string | undefined;
  /** Parent of requests that name none. */
  readonly parentId?: string | undefined;
  /** File with a token. */
  readonly tokenFile?: string | undefined;
  /** A program that prints a token, with its arguments. */
  readonly tokenCommand?: string | undefined;
  /** Key file of a service account. */
  readonly serviceAccountFile?: string | undefined;
  /** File with a token of another issuer. */
  readonly federatedTokenFile?: string | undefined;
  /** The credentials that the machine has for Google's APIs (AIP-4110). */
  readonly applicationDefault?: boolean | undefined;
  /** Of a REST API with several kinds of credentials: the name of the one that is given, or of several, with commas. */
  readonly authScheme?: string | undefined;
  /** Form of the output. */
  readonly output?: string | undefined;
  /** Completion reads names of resources. */
  readonly completeNames?: boolean | undefined;
}

/** Keys of settings, with what they are for. */
export const settingDescriptions: Readonly<Record<keyof Settings, string>> = {
  apiDomain: "domain of the API",
  endpoint: "address of all services, or the base URL of a REST API",
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

/** Whether a setting is true or false. */
export function isBooleanSetting(key: keyof Settings): boolean {
  return booleanSettings.has(key);
}

/** The kinds of logins. Of those only one is taken: the one that wins over the others. */
const credentialSettings = [
  "tokenFile",
  "tokenCommand",
  "serviceAccountFile",
  "federatedTokenFile",
  "applicationDefault",
] as const;

/** Name of a variable: of the session `Cloud`, `apiDomain` is `CLOUD_API_DOMAIN`. */
export function environmentVariable(session: string, key: string): string {
  const prefix = session.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
  return `${prefix}_${kebabCase(key).replaceAll("-", "_").toUpperCase()}`;
}

/** A key by its name in kebab or camel case; undefined if there is none. */
export function findSetting(name: string): keyof Settings | undefined {
  return Object.keys(settingDescriptions).find((key) => key === name || kebabCase(key) === name) as
    | keyof Settings
    | undefined;
}

/** Reads settings of texts, as flags and variables have them. @throws A UsageError for a switch that is neither. */
export function parseSetting(key: keyof Settings, text: string, place: string): string | boolean {
  if (!isBooleanSetting(key)) return text;
  if (/^(?:true|1)$/.test(text)) return true;
  if (/^(?:false|0)$/.test(text)) return false;
  throw new UsageError(`${place} must be true or false, got ${JSON.stringify(text)}`);
}

/** Settings of the environment of a session. */
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

/** Settings of several places, the first of which wins. A login in one takes those of later ones away. */
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

/** Whether settings say who calls. */
export function hasLogin(settings: Settings): boolean {
  return credentialSettings.some((key) => settings[key] !== undefined);
}

/** Settings without what says who calls. */
export function withoutLogin(settings: Settings): Settings {
  return Object.fromEntries(
    Object.entries(settings).filter(([key]) => !(credentialSettings as readonly string[]).includes(key)),
  );
}
