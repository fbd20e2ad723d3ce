import { kebabCase } from "@stratus/dynamic-client";

/** Values that readers recognize, by the names of fields. */
const values: readonly (readonly [field: RegExp, value: string])[] = [
  [/^parent-id$/, "project-1"],
  [/^parent$/, "projects/project-1"],
  // RFC 8693, sections 2.1 and 3
  [/^grant-type$/, "urn:ietf:params:oauth:grant-type:token-exchange"],
  [/token-type$/, "urn:ietf:params:oauth:token-type:access_token"],
  [/description$/, "For tests"],
  [/email/, "ada@example.com"],
  [/(?:url|uri)$/, "https://example.com"],
  [/^region(?:-id)?$/, "eu-north1"],
  [/^zone(?:-id)?$/, "eu-north1-a"],
];

/**
 * Returns a plausible text for a field: an example of its comment (``such as `cpu-e2` ``), or one made of its name.
 * Undefined for a text with a grammar, such as a filter.
 *
 * @param noun what the service manages, such as `instance`
 */
export function plausibleText(
  { name, text }: { readonly name: string; readonly text: string },
  noun: string,
): string | undefined {
  const stated = /\b(?:such as|for example|e\.g\.),? `([^`\s]+)`/.exec(text)?.[1];
  if (stated !== undefined) return stated;
  const last = kebabCase(name);
  const known = values.find(([pattern]) => pattern.test(last))?.[1];
  if (known !== undefined) return known;
  if (last === "id") return `${noun}-1`;
  if (/^(?:display-)?name$|^title$/.test(last)) return `my-${noun}`;
  const owner = /^(.+?)-?id$/.exec(last)?.[1];
  if (owner !== undefined) return `${owner}-1`;
  return /filter|mask|order-by|query|token/.test(last) ? undefined : `my-${last}`;
}
