import { setTimeout as wait } from "node:timers/promises";
import { lifetimeMs, requireToken } from "../auth/access-token.js";
import type { FormAnswer } from "../auth/form.js";
import { discoverProvider, type OpenidProvider, parseObject } from "./openid-provider.js";
import type { StoredLogin } from "./stored-login.js";
import { LoginError } from "./login-error.js";
import { type InteractiveLogin, LoginRequest } from "./login-request.js";

const grantType = "urn:ietf:params:oauth:grant-type:device_code";

/** The time in which the person must complete the login, in milliseconds, unless the code expires earlier. */
const deviceLimitMs = 15 * 60_000;

/** The pause between two questions if the provider states none, in seconds (RFC 8628, section 3.2). */
const defaultInterval = 5;

/**
 * Logs a person in on another device, which opens a URL and enters a code (RFC 8628).
 *
 * @returns the login, which is not yet saved
 * @throws A LoginError; the reason of the signal.
 */
export async function loginByDeviceCode(options: InteractiveLogin): Promise<StoredLogin> {
  const login = new LoginRequest({ ...options, timeoutMs: options.timeoutMs ?? deviceLimitMs });
  const provider = await discoverProvider(options.issuer, login.how);
  const { deviceAuthorizationEndpoint: url } = provider;
  if (!url)
    throw new LoginError(
      "LOGIN_UNAVAILABLE",
      `${options.issuer} has no logins by device code; log in with a browser`,
    );
  const { clientId, scopes } = options;
  const device = readDevice(await login.post(url, { client_id: clientId, scope: scopes }));
  await options.open(device.url, device.userCode);
  const answer = await askUntilDone(options, login, provider, device);
  return login.keep(provider, answer, undefined);
}

/** The code of a device, and where the person enters it. */
interface Device {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly url: string;
  readonly interval: number;
  readonly expiresInMs: number;
}

function readDevice({ status, text }: FormAnswer): Device {
  const found = parseObject(text);
  const { device_code, user_code, verification_uri, verification_uri_complete, interval, expires_in } =
    found ?? {};
  if (
    typeof device_code !== "string" ||
    typeof user_code !== "string" ||
    typeof verification_uri !== "string"
  )
    throw new LoginError(
      "LOGIN_UNAVAILABLE",
      `no device code: ${oauthError(found) ?? `HTTP status ${status}`}`,
    );
  return {
    deviceCode: device_code,
    userCode: user_code,
    url: typeof verification_uri_complete === "string" ? verification_uri_complete : verification_uri,
    interval: typeof interval === "number" && interval > 0 ? interval : defaultInterval,
    expiresInMs: lifetimeMs(expires_in),
  };
}

/** Asks the provider for tokens until the person has decided (RFC 8628, sections 3.4 and 3.5). */
async function askUntilDone(
  { clientId, signal, pause = (ms, until) => wait(ms, undefined, { signal: until }) }: InteractiveLogin,
  login: LoginRequest,
  { tokenEndpoint }: OpenidProvider,
  { deviceCode, interval: first, expiresInMs }: Device,
): Promise<{
  readonly token: string;
  readonly expiresInMs: number;
  readonly body: Readonly<Record<string, unknown>>;
}> {
  const endMs = performance.now() + expiresInMs;
  const form = { grant_type: grantType, device_code: deviceCode, client_id: clientId };
  let interval = first;
  while (performance.now() < endMs) {
    await login.limited(pause(interval * 1000, signal));
    const { status, text } = await login.post(tokenEndpoint, form);
    const body = parseObject(text) ?? {};
    if (typeof body["access_token"] === "string")
      return { token: requireToken(body["access_token"]), expiresInMs: lifetimeMs(body["expires_in"]), body };
    const { error } = body;
    if (error === "slow_down") interval += 5;
    else if (status < 500 && error !== "authorization_pending") throw deviceError(body, status);
  }
  throw expired();
}

function deviceError(body: Readonly<Record<string, unknown>>, status: number): LoginError {
  const { error } = body;
  if (error === "expired_token") return expired();
  const text = `the login ended with ${oauthError(body) ?? `HTTP status ${status}`}`;
  return new LoginError(error === "access_denied" ? "LOGIN_CANCELLED" : "LOGIN_INVALID", text);
}

function expired(): LoginError {
  return new LoginError("LOGIN_EXPIRED", "the code has expired; start the login again");
}

/** Returns the error of an answer (RFC 6749, section 5.2); undefined if it has none. */
function oauthError(body: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const parts = [body?.["error"], body?.["error_description"]].filter((one) => typeof one === "string");
  return parts.length === 0 ? undefined : parts.join(": ").slice(0, 300);
}
