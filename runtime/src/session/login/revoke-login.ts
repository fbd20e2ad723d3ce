import { postForm } from "../auth/form-post.js";
import { besideRoots } from "../../network/transport/connection/secure-socket.js";
import { readLogin, removeLogin } from "./kept-login.js";
import { requireUrl } from "./openid-provider.js";

/** The time in which the provider must answer, in milliseconds. */
const timeoutMs = 5_000;

/**
 * Ends a browser login: deletes its file, and asks the provider to revoke its tokens (RFC 7009).
 *
 * @param ca Certificates in PEM to trust beside Node's own list.
 * @returns whether the provider revoked the tokens, or had none to revoke
 */
export async function revokeLogin(
  path: string,
  ca: string | undefined,
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
    const { status } = await postForm(url, form, { signal, timeoutMs, tls: besideRoots(ca) });
    return status === 200;
  } catch {
    return false;
  }
}
