/**
 * Normalizes line ends and removes characters that hide or reorder the text beside them (controls, marks of
 * direction).
 */
export function escapeInvisible(text: string): string {
  // Nearly all text is of this kind.
  if (/^[\n -~]*$/.test(text)) return text;
  return (
    text
      .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
      .replace(
        /[^\P{Cc}\n\t]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu,
        "",
      )
      // Joiners shape the letters of many scripts, and emoji; between letters of code they would only hide.
      .replace(/(?<!\P{ASCII})[\u200c\u200d]|[\u200c\u200d](?!\P{ASCII})/gu, "")
  );
}
