/** Values that readers recognize, by the names of fields. The others keep their placeholder. */
const values: readonly (readonly [field: RegExp, value: string])[] = [
  [/^(?:name|displayname|title)$/, "web-1"],
  [/^parentid$/, "project-1"],
  [/^parent$/, "projects/project-1"],
  [/email/, "ada@example.com"],
  [/(?:url|uri)$/, "https://example.com"],
  [/^(?:region|regionid)$/, "eu-north1"],
  [/^(?:zone|zoneid)$/, "eu-north1-a"],
  [/^(?:pagetoken)$/, ""],
];

/** Returns a plausible value of a text field; undefined if its name says nothing. */
export function plausibleValue(field: string, resource: string): string | undefined {
  const name = field.replaceAll("_", "").toLowerCase();
  const found = values.find(([pattern]) => pattern.test(name));
  if (found) return found[1];
  if (name === "id") return `${resource}-1`;
  const owner = /^(.+?)_?[iI]d$/.exec(field)?.[1];
  return (
    owner &&
    `${owner
      .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
      .replaceAll("_", "-")
      .toLowerCase()}-1`
  );
}

/** Replaces the placeholders `"..."` in code by plausible values. */
export function fillPlaceholders(code: string, resource: string): string {
  return code.replaceAll(
    /("?)([A-Za-z]\w*)\1(\s*:\s*)"\.\.\."/g,
    (all, quote: string, field: string, colon: string) => {
      const value = plausibleValue(field, resource);
      return value === undefined ? all : `${quote}${field}${quote}${colon}${JSON.stringify(value)}`;
    },
  );
}
