const mark = /^( *)\/\/ @if ([\w ]+)$/;

/**
 * Removes the parts of a formatted source that a package does not need, and the comments that mark them. The comment
 * `// @if FEATURE...` marks the statement or member below it: only packages with one of the features need it.
 * `runtime-features.ts` has the features. A variable that only such parts assign becomes a constant.
 */
export function selectRegions(text: string, features: ReadonlySet<string>): string {
  const lines = text.split("\n");
  const kept: string[] = [];
  const removed: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const [, indentation, names] = mark.exec(line) ?? [];
    if (indentation === undefined || names === undefined) kept.push(line);
    else if (!names.split(" ").some((name) => features.has(name))) {
      const end = findEnd(lines, index + 1, indentation.length);
      removed.push(...lines.slice(index + 1, end + 1));
      index = end;
      // Members are separated by one empty line.
      if (lines[index + 1] === "" && (kept.at(-1) === "" || /[{([]$/.test(kept.at(-1) ?? ""))) index++;
    }
  }
  const removedText = removed.join("\n");
  return kept.map((line, index) => declareConstant(line, kept, index, removedText)).join("\n");
}

/** Declares a variable as a constant if removed lines assigned it, and no line of its block does. */
function declareConstant(line: string, lines: readonly string[], index: number, removed: string): string {
  const [, indentation, name] = /^( *)let (\w+)\b.* = /.exec(line) ?? [];
  if (indentation === undefined || name === undefined) return line;
  const assignment = new RegExp(
    `(?<![.\\w$])${name}(?:\\s*(?:[-+*/%&|^]|&&|\\|\\||\\?\\?)?=(?![=>])|\\+\\+|--)`,
  );
  if (!assignment.test(removed)) return line;
  const rest = lines.slice(index + 1);
  const end = rest.findIndex((other) => other !== "" && measure(other) < indentation.length);
  const block = rest.slice(0, end < 0 ? undefined : end).join("\n");
  return assignment.test(block) ? line : line.replace("let", "const");
}

/** Returns the last line of the element that begins at a line, with its comments. */
function findEnd(lines: readonly string[], start: number, indentation: number): number {
  let end = start;
  while (/^ *(?:\/\/|\/?\*)/.test(lines[end] ?? "")) end++;
  for (;;) {
    const next = lines[end + 1] ?? "";
    const isInside = next === "" ? isDeeper(lines, end + 2, indentation) : measure(next) > indentation;
    const isClosing = measure(next) === indentation && /^ *[)\]}]/.test(next);
    if (!isInside && !isClosing) return end;
    end++;
    if (isClosing && !/[{([]$/.test(next)) return end;
  }
}

function isDeeper(lines: readonly string[], at: number, indentation: number): boolean {
  return measure(lines[at] ?? "") > indentation;
}

function measure(line: string): number {
  return line.length - line.trimStart().length;
}
