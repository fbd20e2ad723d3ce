/** The width of the column of examples, in characters. */
const maxWidth = 60;

/** Breaks lines of TypeScript that are too long at the braces of their objects. */
export function breakLines(code: string): string {
  return code
    .split("\n")
    .flatMap((line) => breakLine(line))
    .join("\n");
}

function breakLine(line: string): readonly string[] {
  const found = line.length > maxWidth ? longestObject(line) : undefined;
  if (!found) return [line];
  const margin = /^ */.exec(line)?.[0] ?? "";
  const parts = splitParts(line.slice(found.start + 1, found.end)).map((part) => part.trim());
  const inner = parts.map((part) => `${margin}  ${part}${part.endsWith(";") ? "" : ","}`);
  return [
    line.slice(0, found.start + 1),
    ...inner.flatMap((part) => breakLine(part)),
    ...breakLine(margin + line.slice(found.end)),
  ];
}

/** Calls back for each character of code that is not inside text, with the depth of brackets around it. */
function walk(code: string, visit: (character: string, at: number, depth: number) => void): void {
  let depth = 0;
  for (const { 0: part, index } of code.matchAll(/"(?:[^"\\]|\\.)*"|[^"]/g)) {
    if (part.length > 1) continue;
    if (/[)}\]]/.test(part)) depth -= 1;
    visit(part, index, depth);
    if (/[({[]/.test(part)) depth += 1;
  }
}

function longestObject(line: string): { readonly start: number; readonly end: number } | undefined {
  const open: number[] = [];
  let longest: { start: number; end: number } | undefined;
  walk(line, (character, end) => {
    if (character === "{") open.push(end);
    if (character !== "}") return;
    const start = open.pop();
    if (start === undefined || line.slice(start + 1, end).trim() === "") return;
    if (!longest || end - start > longest.end - longest.start) longest = { start, end };
  });
  return longest;
}

function splitParts(code: string): readonly string[] {
  const commas: number[] = [];
  walk(code, (character, at, depth) => {
    if (character === "," && depth === 0) commas.push(at);
  });
  return [...commas, code.length].map((end, index) => code.slice((commas[index - 1] ?? -1) + 1, end));
}
