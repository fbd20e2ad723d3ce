import { environmentVariable, hasLogin, type Sdk, type Settings } from "@stratus/dynamic-client";
import { loginText } from "./login.js";

/** The configuration of calls. */
export interface Configured {
  readonly sdk: Sdk;
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The name of the selected profile. Default: `default`. */
  readonly profile?: string | undefined;
  /** The command line of the API, such as `acme`. Default: `npx @stratus/cli PACKAGE`. */
  readonly commandLine?: string | undefined;
}

/** Returns what a call lacks, with the commands that set it: the address of the API. Undefined if nothing is missing. */
export function missingAddress(configured: Configured): string | undefined {
  const { sdk, settings } = configured;
  const { apiDomain, endpoint } = settings;
  const { needsApiDomain, addresses = [] } = sdk.session;
  const key = needsApiDomain && apiDomain === undefined ? "apiDomain" : "endpoint";
  const isMissing = key === "apiDomain" || (sdk.isRest && addresses.length === 0);
  // A gRPC service of the convention is named within its domain, whatever the endpoint is.
  if (!isMissing || (key === "endpoint" && endpoint !== undefined)) return undefined;
  const [flag, what] =
    key === "apiDomain" ? ["api-domain", "the domain of the API"] : ["endpoint", "the base URL of the API"];
  return `The configuration lacks ${what}. Set ${environmentVariable(sdk.session.name, key)}, pass --${flag}, or run \`${cli(configured)} profile set ${flag} VALUE${profileFlag(configured)}\`.`;
}

/** Returns a warning if no login is configured. Undefined if there is one, or if the API names no logins. */
export function missingLogin(configured: Configured): string | undefined {
  const { sdk, settings, env } = configured;
  const isLoggedIn = hasLogin(settings) || Boolean(env[environmentVariable(sdk.session.name, "token")]);
  const needsNone = sdk.isRest ? sdk.session.logins === undefined : sdk.session.kind === "grpc";
  return isLoggedIn || needsNone ? undefined : `No login is configured. ${loginCommand(configured)}`;
}

/** Says with which login calls are made, and how to get another one. */
export function loginAdvice(configured: Configured): string {
  return `This server calls the API with ${loginText(configured)}. ${loginCommand(configured)}`;
}

function loginCommand(configured: Configured): string {
  const { sdk, settings } = configured;
  const variable = environmentVariable(sdk.session.name, "tokenFile");
  // A running server reads the files of a login again.
  const isRead = settings.loginFile !== undefined || settings.tokenFile !== undefined;
  return `To log in, run \`${cli(configured)} login${profileFlag(configured)}\`, or set ${variable}${isRead ? "" : "; then start this server again"}.`;
}

function cli({ sdk, commandLine }: Configured): string {
  return commandLine ?? `npx @stratus/cli ${sdk.guide.package.name}`;
}

function profileFlag({ profile = "default" }: Configured): string {
  return profile === "default" ? "" : ` --profile ${profile}`;
}
