/** Characters that are invisible, that move others, or that end a line: a reader could be deceived by them. */
const unsafe =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g;

/**
 * Returns a text of which every character can be seen. Control characters, characters that change the direction of text, and
 * those without a width become escapes, such as `\u202e`. Tabs and line feeds remain.
 */
export function safeText(text: string): string {
  return text.replace(unsafe, (found) =>
    Array.from({ length: found.length }, (_, index) => escapeUnit(found.charCodeAt(index))).join(""),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/** Returns a safe text for one line, of at most `max` characters. */
export function oneLine(text: string, max = 120): string {
  const cut = text.length > max ? `${text.slice(0, max)}…` : text;
  return safeText(cut).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}
