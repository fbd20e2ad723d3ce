/** Blocks of a page that programs write, between `<!-- NAME -->` and `<!-- /WORD -->`, WORD being the first of NAME. */

/** The lines between the markers, with a blank line at both ends, or undefined if the page has no such block. */
export function readBlock(text, name) {
  return pattern(name).exec(text)?.[2];
}

/** The page with another block. */
export function writeBlock(text, name, block) {
  return text.replace(pattern(name), (_, start, __, end) => `${start}${block}${end}`);
}

function pattern(name) {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(<!-- ${escaped} -->\\n\\n)([^]*?)(\\n\\n<!-- /${escaped.split(/[ :]/, 1)[0]} -->)`);
}
