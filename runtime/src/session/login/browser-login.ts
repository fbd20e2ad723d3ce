import { discoverProvider, type OpenidProvider } from "./openid-provider.js";
import { builtIn } from "../auth/built-in.js";
import type { StoredLogin } from "./stored-login.js";
import { type InteractiveLogin, LoginRequest } from "./login-request.js";
import { LoginError } from "./login-error.js";
import { LoopbackRedirect } from "./loopback-redirect.js";

/**
 * Logs a person in through a browser: the authorization code flow with PKCE (RFC 6749, section 4.1; RFC 7636), with a
 * redirect to this machine (RFC 8252).
 *
 * @returns the login, which is not yet saved
 * @throws A LoginError; the reason of the signal.
 */
export async function loginInBrowser(options: InteractiveLogin): Promise<StoredLogin> {
  const login = new LoginRequest(options);
  const provider = await discoverProvider(options.issuer, login.how);
  const server = await LoopbackRedirect.listen();
  try {
    return await logIn(options, login, provider, server);
  } finally {
    await server.close();
  }
}

async function logIn(
  options: InteractiveLogin,
  login: LoginRequest,
  provider: OpenidProvider,
  server: LoopbackRedirect,
): Promise<StoredLogin> {
  const [state, nonce, verifier] = [random(), random(), random()];
  const parameters = {
    response_type: "code",
    client_id: options.clientId,
    redirect_uri: server.uri,
    scope: options.scopes,
    state,
    nonce,
    code_challenge: builtIn.crypto().createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  await options.open(authorizationUrl(provider, parameters));
  const { parameters: found, answer } = await login.limited(server.redirect);
  try {
    const code = readCode(found, { state, issuer: options.issuer, namesIssuer: provider.namesIssuer });
    const form = {
      grant_type: "authorization_code",
      code,
      redirect_uri: server.uri,
      client_id: options.clientId,
      code_verifier: verifier,
    };
    const kept = await login.redeem(provider, form, nonce);
    answer(true);
    return kept;
  } catch (error) {
    answer(false);
    throw error;
  }
}

function authorizationUrl(
  { authorizationEndpoint, issuer }: OpenidProvider,
  parameters: Readonly<Record<string, string>>,
): string {
  if (!authorizationEndpoint)
    throw new LoginError("LOGIN_UNAVAILABLE", `${issuer} has no logins in a browser`);
  const url = new URL(authorizationEndpoint);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  // OpenID providers give refresh tokens to native clients only with consent (OpenID Connect Core, section 11).
  if (/(?:^|\s)offline_access(?:\s|$)/.test(parameters["scope"] ?? ""))
    url.searchParams.set("prompt", "consent");
  return url.href;
}

function random(): string {
  return builtIn.crypto().randomBytes(32).toString("base64url");
}

interface ExpectedResponse {
  readonly state: string;
  readonly issuer: string;
  readonly namesIssuer: boolean;
}

/** Returns the code of a response. @throws A LoginError for one that is not the response to this login. */
function readCode(found: URLSearchParams, { state, issuer, namesIssuer }: ExpectedResponse): string {
  const one = (name: string): string | undefined => {
    const [first, ...others] = found.getAll(name);
    if (others.length > 0)
      throw new LoginError("LOGIN_INVALID", `the response has several values of ${name}`);
    return first;
  };
  // Another page could send the browser here with a code of its own account (RFC 6749, section 10.12).
  if (one("state") !== state)
    throw new LoginError(
      "LOGIN_INVALID",
      "the response has another state, so it is not for this login; start the login again",
    );
  const named = one("iss");
  if (named === undefined ? namesIssuer : named !== issuer)
    throw new LoginError("LOGIN_INVALID", "the response does not come from the issuer (RFC 9207)");
  const error = one("error");
  if (error !== undefined)
    throw new LoginError(
      error === "access_denied" ? "LOGIN_CANCELLED" : "LOGIN_INVALID",
      `the login ended with ${[error, one("error_description")].filter(Boolean).join(": ").slice(0, 300)}`,
    );
  const code = one("code");
  if (code) return code;
  throw new LoginError("LOGIN_INVALID", "the response has no code");
}
