/** Indents the lines of quoted texts and flow collections that YAML parsers other than the strictest accept. */

/** A value that begins with a quote or a bracket, after its key or a dash. */
const valueStart =
  /^( *(?:- +)*)(?:(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"'{[&*!|>%@`][^#]*?) *:[ \t]+)?(["'{[])/;

const blockScalar = /(?:^|[\s:-])[|>][+-]?\d?[+-]?[ \t]*(?:[ \t]#.*)?$/;

/**
 * Returns a text in which the further lines of quoted texts and flow collections have more indentation than their
 * key, as YAML 1.2 requires (section 8.1). js-yaml and others read them without. Lines keep their numbers.
 */
export function indentYaml(text: string): string {
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const indent = countIndent(line);
    if (blockScalar.test(line)) {
      while (index + 1 < lines.length && isBelow(lines[index + 1] ?? "", indent)) index++;
      continue;
    }
    const [start = "", , opening = ""] = valueStart.exec(line) ?? [];
    if (opening === "") continue;
    const last = findLastLine(lines, index, start.length - 1);
    for (let next = index + 1; next <= last; next++)
      lines[next] = `${" ".repeat(indent + 2)}${lines[next] ?? ""}`;
    index = Math.max(index, last);
  }
  return lines.join("\n");
}

function countIndent(line: string): number {
  return line.length - line.trimStart().length;
}

/** Whether a line belongs to a block scalar whose key has this indentation. */
function isBelow(line: string, indent: number): boolean {
  return line.trim() === "" || countIndent(line) > indent;
}

/** Returns the line on which the value that begins at this column ends; the first one if it does not end. */
function findLastLine(lines: readonly string[], first: number, column: number): number {
  let quote = "";
  let depth = 0;
  for (let index = first; index < lines.length; index++) {
    const line = lines[index] ?? "";
    for (let at = index === first ? column : 0; at < line.length; at++) {
      const char = line.charAt(at);
      if (quote !== "") {
        if (char === "\\" && quote === '"') at++;
        // In single quotes, two quotes are one.
        else if (char === "'" && quote === "'" && line.charAt(at + 1) === "'") at++;
        else if (char === quote) quote = "";
      } else if (char === "#" && /\s/.test(line.charAt(at - 1))) break;
      else if ("[{".includes(char)) depth++;
      else if ("]}".includes(char)) depth--;
      else if (`"'`.includes(char) && /[\s,:[{]|^$/.test(line.charAt(at - 1))) quote = char;
      if (quote === "" && depth === 0) return index;
    }
  }
  return first;
}
