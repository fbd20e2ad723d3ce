import { readFileSync } from "node:fs";
import { hasFlag } from "../argv/read-argv.js";
import {
  hasLogin,
  loginByDeviceCode,
  loginInBrowser,
  safeLine,
  saveLogin,
  type Settings,
  UsageError,
} from "@stratus/dynamic-client";
import type { BuiltinCommand } from "./builtin-command.js";

/** The OpenID provider at which a person logs in. */
interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: string;
}

const defaultScopes = "openid offline_access";

/** Returns the provider of browser logins: that of the settings, else that of the API. Undefined if there is none. */
export function findProvider({
  sdk,
  settings,
}: Pick<BuiltinCommand, "sdk" | "settings">): Provider | undefined {
  const { loginIssuer, loginClientId, loginScopes } = settings;
  const { browserLogin } = sdk.session;
  // The client of one provider is not known to another.
  const own = loginIssuer === undefined || loginIssuer === browserLogin?.issuer ? browserLogin : undefined;
  const issuer = loginIssuer ?? own?.issuer;
  const clientId = loginClientId ?? own?.clientId;
  if (issuer !== undefined && clientId !== undefined)
    return { issuer, clientId, scopes: loginScopes ?? own?.scopes ?? defaultScopes };
  if (issuer === undefined && clientId === undefined) return undefined;
  const missing = issuer === undefined ? "--login-issuer URL" : "--login-client-id ID";
  throw new UsageError(
    "ARGUMENT_MISSING",
    `a browser login needs a provider and a client ID; add ${missing}`,
  );
}

/** Whether `login` should log in through a browser or by a device code, rather than with a flag or a token. */
export function isBrowserLogin(command: BuiltinCommand): boolean {
  const { argv, given, host, sdk } = command;
  const asked = ["browser", "device-code"].filter((name) => hasFlag(argv, name));
  if (asked.length === 0) return !hasLogin(given) && host.terminals.in && findProvider(command) !== undefined;
  if (asked.length > 1 || hasLogin(given))
    throw new UsageError(
      "ARGUMENT_CONFLICT",
      `--${asked[0]} is a login by itself; pass no other credentials`,
    );
  if (findProvider(command)) return true;
  throw new UsageError(
    "UNSUPPORTED",
    `${sdk.guide.package.name} names no provider of browser logins; add --login-issuer URL and --login-client-id ID`,
  );
}

/** Logs a person in, saves the login, and returns the setting that selects it. */
export async function logInPerson(command: BuiltinCommand): Promise<Settings> {
  const { host, profiles, profile, settings, argv } = command;
  const provider = findProvider(command);
  if (!provider) throw new UsageError("UNSUPPORTED", "the API names no provider of browser logins");
  const path = profiles.loginPath(profile);
  const ca = settings.ca === undefined ? undefined : readFileSync(settings.ca, "utf8");
  const common = {
    ...provider,
    ca,
    proxy: settings.proxy,
    signal: host.signal,
    pause: (ms: number) => host.pause(ms),
  };
  const byCode = () =>
    loginByDeviceCode({ ...common, open: (url, code = "") => showCode(command, url, code) });
  const byBrowser = () => loginInBrowser({ ...common, open: (url) => showUrl(command, url) });
  const isChosen = hasFlag(argv, "device-code");
  const login =
    isChosen || (!hasFlag(argv, "browser") && !(await host.hasBrowser()))
      ? await byCode().catch((error: unknown) => {
          // The provider may support browsers alone. A person can still open the page by hand.
          if (isChosen || (error as { readonly code?: unknown }).code !== "LOGIN_UNAVAILABLE") throw error;
          return byBrowser();
        })
      : await byBrowser();
  await saveLogin(path, login);
  if (login.account !== undefined) host.say(`Logged in as ${safeLine(login.account)}.\n`);
  return { loginFile: path };
}

async function showUrl({ host }: BuiltinCommand, url: string): Promise<void> {
  const isOpen = await host.openBrowser(url);
  const start = isOpen
    ? "Log in in your browser. If it does not open, go to"
    : "Open this page in a browser of this machine (on another one, use --device-code):";
  host.say(`${start}\n  ${safeLine(url)}\n`);
}

function showCode({ host }: BuiltinCommand, url: string, code: string): void {
  host.say(`Open this page on any device:\n  ${safeLine(url)}\nand enter the code ${safeLine(code)}\n`);
}
