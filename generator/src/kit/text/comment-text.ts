/** Removes the space after the comment marker of each line, and surrounding space. */
export function normalizeComment(comment: string): string {
  return comment.replaceAll(/^ /gm, "").trim();
}
