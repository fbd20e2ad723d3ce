import { postForm } from "../auth/form-post.js";
import { readLogin, removeLogin } from "./stored-login.js";
import { requireUrl } from "./openid-provider.js";
import { type ProviderAccess, providerRequests } from "./provider-access.js";

/** The time in which the provider must answer, in milliseconds. */
const timeoutMs = 5_000;

/**
 * Ends a browser login: deletes its file, and asks the provider to revoke its tokens (RFC 7009).
 *
 * @returns whether the provider revoked the tokens, or had none to revoke
 */
export async function revokeLogin(
  path: string,
  access: ProviderAccess,
  signal: AbortSignal,
): Promise<boolean> {
  const login = readLogin(path);
  removeLogin(path);
  if (!login) return true;
  if (login.revocationEndpoint === undefined) return false;
  const [token, hint] =
    login.refreshToken === undefined ? [login.token, "access_token"] : [login.refreshToken, "refresh_token"];
  const form = new URLSearchParams({ token, token_type_hint: hint, client_id: login.clientId });
  try {
    const url = requireUrl(login.revocationEndpoint, "the revocation endpoint");
    const { status } = await postForm(url, form, { signal, timeoutMs, ...providerRequests(access) });
    return status === 200;
  } catch {
    return false;
  }
}
