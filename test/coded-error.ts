import { expect } from "vitest";

/**
 * Matches an error by its code. Give a text only if it is promised: the name, the place or the fix that the message
 * contains.
 */
export function codedError(code: string, text?: string | RegExp): unknown {
  if (text === undefined) return expect.objectContaining({ code });
  const message = typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);
  return expect.objectContaining({ code, message });
}
