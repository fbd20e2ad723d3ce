/** What is shown in place of a secret. */
export const hidden = "[hidden]";

const secretName = /authorization|cookie|token|secret|password|credential|api-?key/i;

const bearer = /\b(bearer)\s+[^\s,;"')\]}]+/gi;
const jwt = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const pem = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/** Whether a header of this name may carry a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/**
 * Text without what looks like a secret: bearer tokens, JWTs, private keys in
 * PEM, and the secrets given. A server may repeat the token that it refused.
 */
export function hideSecrets(text: string, secrets: readonly string[] = []): string {
  let shown = text;
  for (const secret of secrets) if (secret.length >= 4) shown = shown.replaceAll(secret, hidden);
  return shown.replace(pem, hidden).replace(bearer, `$1 ${hidden}`).replace(jwt, hidden);
}

/** Text that is not longer than a limit; what was cut is counted. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit)}... (${text.length - limit} more characters)`;
}
