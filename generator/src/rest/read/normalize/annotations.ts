/** Keywords that do not restrict values. `$defs` contains schemas for references. */
const annotationKeywords: ReadonlySet<string> = new Set(
  (
    "title description default example examples deprecated readOnly writeOnly format $comment externalDocs xml " +
    "discriminator contentEncoding contentMediaType contentSchema $defs definitions $schema $anchor $dynamicAnchor " +
    "$id $vocabulary"
  ).split(" "),
);

/** Whether a keyword does not restrict values. */
export function isAnnotation(keyword: string): boolean {
  return keyword.startsWith("x-") || annotationKeywords.has(keyword);
}
