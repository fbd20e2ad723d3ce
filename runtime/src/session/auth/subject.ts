import { builtIn } from "./built-in.js";

/** Claims that differ from one token of a subject to the next (RFC 7519, section 4.1). */
const ofOneToken: ReadonlySet<string> = new Set(["exp", "iat", "jti", "nbf"]);

/**
 * Identifies the subject of an external token by a digest. For a JWT the digest covers all claims except those that
 * differ in each JWT, since any of them may affect the access token. For other tokens it covers the token itself.
 */
export function subjectDigest(token: string): string {
  return sha256(JSON.stringify(lastingClaims(token) ?? token));
}

/** A SHA-256 digest in hexadecimal digits. */
export function sha256(text: string): string {
  return builtIn.crypto().createHash("sha256").update(text).digest("hex");
}

function lastingClaims(token: string): readonly (readonly [string, unknown])[] | undefined {
  const [, payload, signature] = token.split(".");
  if (payload === undefined || signature === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    if (typeof claims !== "object" || claims === null) return undefined;
    return Object.entries(claims)
      .filter(([name]) => !ofOneToken.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  } catch {
    return undefined;
  }
}
