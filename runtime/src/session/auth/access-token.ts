import { typeError } from "../../base/text/coded-error.js";

/** The longest that a token is kept, whatever its lifetime: 24 hours. */
export const maxLifetimeMs = 24 * 60 * 60_000;

/** How long a token is kept whose lifetime the exchange does not say: 60 seconds. */
const unknownLifetimeMs = 60_000;

/** Part of a lifetime after which a new token is asked for, at most. */
export const refreshAt = 0.9;

/** How much of a lifetime may be taken off that at random, so that many processes do not refresh together. */
export const refreshJitter = 0.05;

const illegal = /[^\x21-\x7e]/;

/**
 * Checks that text can be sent as a token; blanks and line ends around
 * it are dropped, since files and shells leave them there, and so is `Bearer` before it.
 * The error names the source, unless whoever catches it does.
 *
 * @throws A TypeError that shows nothing of the text.
 */
export function requireToken(text: unknown, source?: string, what = "access token"): string {
  const start = source === undefined ? "" : `${source}: `;
  if (typeof text !== "string") {
    const hint = text === undefined ? ": it is undefined, as a variable is that is not set" : "";
    throw typeError("CREDENTIAL_INVALID", `${start}the ${what} is not a string${hint}`);
  }
  // A variable may hold what was copied from a header.
  const token = text.trim().replace(/^bearer\s+/i, "");
  if (token === "")
    throw typeError("CREDENTIAL_INVALID", `${start}the ${what} is empty: is it set where it comes from?`);
  const place = token.search(illegal);
  if (place < 0) return token;
  throw typeError(
    "CREDENTIAL_INVALID",
    `${start}the ${what} has a character at position ${place} that a header cannot carry (a line break, a space, or not ASCII)`,
  );
}

/**
 * The lifetime that `expires_in` says, in seconds or as a Duration, in
 * milliseconds. If it is missing, not a number or not positive, 60 seconds;
 * at most 24 hours.
 */
export function lifetimeMs(expiresIn: unknown): number {
  const isDuration = typeof expiresIn === "object" && expiresIn !== null && "seconds" in expiresIn;
  const seconds = Number(isDuration ? expiresIn.seconds : expiresIn);
  if (!(seconds > 0)) return unknownLifetimeMs;
  return Math.min(seconds * 1000, maxLifetimeMs);
}
