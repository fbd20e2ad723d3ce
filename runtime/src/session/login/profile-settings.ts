/**
 * Logins that programs, command lines and agents share: the profiles in the user's configuration folder, and logins in
 * a browser. A session loads the readers of profiles alone; everything else is loaded when a login needs it.
 *
 * @module
 */

/**
 * The settings of a profile. Each one is also a flag of the command line (`--api-domain`) and an environment variable
 * (`CLOUD_API_DOMAIN`). No setting contains a secret.
 */
export interface ProfileSettings {
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
  /** The path of the file in which `login` keeps the tokens of a browser login. */
  readonly loginFile?: string | undefined;
  /** The URL or the absolute path at which this machine gives an access token. */
  readonly metadataToken?: string | undefined;
  /** Whether to use the Application Default Credentials of this machine (AIP-4110). */
  readonly applicationDefault?: boolean | undefined;
  /** The issuer of browser logins: the URL of an OpenID provider. Default: that of the API. */
  readonly loginIssuer?: string | undefined;
  /** The client ID of browser logins. Default: that of the API. */
  readonly loginClientId?: string | undefined;
  /** The scopes of browser logins, separated by blanks. Default: those of the API. */
  readonly loginScopes?: string | undefined;
  /** The authentication scheme of a REST API that has several. Several schemes are separated by commas. */
  readonly authScheme?: string | undefined;
  /** The output format. */
  readonly output?: string | undefined;
  /** Whether shell completion calls the API to complete names of resources. */
  readonly completeNames?: boolean | undefined;
}

/** The type of each setting in the file. */
export const settingTypes: Readonly<Record<keyof ProfileSettings, "string" | "boolean">> = {
  apiDomain: "string",
  endpoint: "string",
  insecure: "boolean",
  ca: "string",
  proxy: "string",
  parentId: "string",
  tokenFile: "string",
  tokenCommand: "string",
  serviceAccountFile: "string",
  federatedTokenFile: "string",
  loginFile: "string",
  metadataToken: "string",
  applicationDefault: "boolean",
  loginIssuer: "string",
  loginClientId: "string",
  loginScopes: "string",
  authScheme: "string",
  output: "string",
  completeNames: "boolean",
};

/** The settings that select credentials. Only the one with the highest priority is used. */
export const credentialSettings = [
  "tokenFile",
  "tokenCommand",
  "serviceAccountFile",
  "federatedTokenFile",
  "loginFile",
  "metadataToken",
  "applicationDefault",
] as const satisfies readonly (keyof ProfileSettings)[];

/** The settings that are paths of files. Profiles contain absolute paths, because programs run in other folders. */
export const pathSettings = [
  "ca",
  "tokenFile",
  "serviceAccountFile",
  "federatedTokenFile",
  "loginFile",
] as const satisfies readonly (keyof ProfileSettings)[];

/** Whether settings select credentials. */
export function hasLogin(settings: ProfileSettings): boolean {
  return credentialSettings.some((key) => settings[key] !== undefined);
}

/** Returns the address of an API in one form, which names the receiver of credentials. Undefined if none is set. */
export function settingsAddress({
  endpoint,
  apiDomain,
  insecure = false,
}: ProfileSettings): string | undefined {
  const given = endpoint ?? apiDomain;
  if (given === undefined) return undefined;
  const url = /^https?:/i.test(given) ? given : `${insecure ? "http" : "https"}://${given}`;
  const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: url, pathname: "" };
  return origin === "null" ? url : `${origin}${pathname}`.replace(/\/+$/, "");
}
