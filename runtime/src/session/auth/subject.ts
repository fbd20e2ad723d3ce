import { builtIn } from "./built-in.js";

/** Claims that differ from one token of a subject to the next (RFC 7519, section 4.1). */
const ofOneToken: ReadonlySet<string> = new Set(["exp", "iat", "jti", "nbf"]);

/**
 * Names who a token of another issuer speaks of, by a digest: of all that a JWT claims, since anything of it may decide
 * what its access token may do, but for what is new in each JWT; of the token itself, where it is not a JWT.
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
