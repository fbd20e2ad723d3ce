/** A comment as it was meant: without the space behind the marks of each line. */
export function normalizeComment(comment: string): string {
  return comment.replaceAll(/^ /gm, "").trim();
}
