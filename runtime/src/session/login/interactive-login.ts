import type { Credentials } from "../auth/credentials.js";
import type { StoredLogin } from "./stored-login.js";
import type { InteractiveLogin } from "./login-request.js";
import type { CredentialsOwner } from "./profile-credentials.js";
import type { ProviderAccess } from "./provider-access.js";
import type { ProfileSettings } from "./profile-settings.js";

// A command line loads this module with each command, so it loads the modules of logins only when they are used.

/**
 * Logs a person in through a browser: the authorization code flow with PKCE (RFC 7636), with a redirect to this machine
 * (RFC 8252).
 *
 * @returns the login, which `saveLogin` saves
 * @throws A LoginError if the login ends without a token; the reason of the signal.
 */
export async function loginInBrowser(options: InteractiveLogin): Promise<StoredLogin> {
  return (await import("./browser-login.js")).loginInBrowser(options);
}

/**
 * Logs a person in on another device, which opens a URL and enters a code (RFC 8628).
 *
 * @returns the login, which `saveLogin` saves
 * @throws A LoginError if the login ends without a token; the reason of the signal.
 */
export async function loginByDeviceCode(options: InteractiveLogin): Promise<StoredLogin> {
  return (await import("./device-login.js")).loginByDeviceCode(options);
}

/** Whether this machine has a browser that can show a page to its user. It has none in CI and over SSH. */
export async function hasBrowser(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  return (await import("./open-browser.js")).browserCommand(env) !== undefined;
}

/**
 * Opens a URL in the browser of this machine.
 *
 * @returns whether a browser was started; false if the machine has none, or the person works on another one
 */
export async function openBrowser(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  return (await import("./open-browser.js")).openBrowser(url, env);
}

/** Saves a login in a file of this user alone. @throws An Error of the file system. */
export async function saveLogin(path: string, login: StoredLogin): Promise<void> {
  (await import("./stored-login.js")).writeLogin(path, login);
}

/**
 * Ends a login: deletes its file, and asks the provider to revoke its tokens (RFC 7009).
 *
 * @returns whether the provider revoked the tokens
 */
export async function revokeLogin(
  path: string,
  access: ProviderAccess,
  signal: AbortSignal,
): Promise<boolean> {
  return (await import("./revoke-login.js")).revokeLogin(path, access, signal);
}

/**
 * Returns an access token of the credentials that settings select, for clients without a session, such as those of REST
 * APIs.
 *
 * @throws A LoginError, a CallError or an OptionsError that says why there is none.
 */
export async function profileToken(settings: ProfileSettings, owner: CredentialsOwner): Promise<string> {
  const { sessionlessToken } = await import("./sessionless-token.js");
  return sessionlessToken(await profileCredentials(settings, owner));
}

/**
 * Returns the credentials that the settings of a profile select.
 *
 * @throws An OptionsError if they select none that every package has.
 */
export async function profileCredentials(
  settings: ProfileSettings,
  owner: CredentialsOwner,
): Promise<Credentials> {
  return (await import("./profile-credentials.js")).profileCredentials(settings, owner);
}
