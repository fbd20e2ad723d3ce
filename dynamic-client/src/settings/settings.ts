import { credentialSettings, hasLogin, type ProfileSettings, settingTypes } from "@stratus/runtime/login";
import { UsageError } from "../text/usage-error.js";
import { kebabCase } from "../text/name-case.js";

/**
 * The settings of an API. Each one is a flag (`--api-domain`), an environment variable (`CLOUD_API_DOMAIN`) and a key of a
 * profile. Flags override variables, and variables override the profile. No setting contains a secret.
 */
export type Settings = ProfileSettings;

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
  loginFile: "file with a browser login, which login writes",
  metadataToken: "URL or absolute path at which this machine gives an access token",
  applicationDefault: "use the Application Default Credentials of this machine",
  loginIssuer: "URL of the OpenID provider of browser logins",
  loginClientId: "client ID of browser logins",
  loginScopes: "scopes of browser logins, separated by blanks",
  authScheme: "authentication scheme of a REST API that has several (A,B: one line of the token each)",
  output: "output format",
  completeNames: "complete names of resources, which calls the API",
};

/** Whether a setting is a boolean. */
export function isBooleanSetting(key: keyof Settings): boolean {
  return settingTypes[key] === "boolean";
}

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

export { hasLogin };

/** Returns the setting whose credentials are used. Undefined if none selects credentials. */
export function loginSetting(settings: Settings): (typeof credentialSettings)[number] | undefined {
  return credentialSettings.find((key) => settings[key] !== undefined);
}

/** Returns settings without those that select credentials. */
export function withoutLogin(settings: Settings): Settings {
  return Object.fromEntries(
    Object.entries(settings).filter(([key]) => !(credentialSettings as readonly string[]).includes(key)),
  );
}
