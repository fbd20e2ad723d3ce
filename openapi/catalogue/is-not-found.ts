import type { PossibleNotFound } from "@svc/catalogue";

/** Properties of which every course or building has at least one. */
const identifying = ["title", "subjectCode", "courseNumber", "abbr", "name"];

/**
 * Reports whether a response means that the course or building does not exist. The description leaves that open, so
 * every success without a course or building counts: no body, an empty value, text, or an object such as an error.
 */
export function isNotFound({ status, body, text }: PossibleNotFound): boolean {
  if (status < 200 || status > 299) return false;
  if (body === undefined) return text.trim() === "";
  if (Array.isArray(body)) return body.length === 0;
  return !identifying.some((name) => Object.hasOwn(Object(body) as object, name));
}
