/**
 * Returns the code of a function without its frame, so that what is shown is what runs: the statements of a body, or the
 * expression of an arrow function.
 */
export function sourceLines(run: () => unknown): readonly string[] {
  const [, text = ""] = /^(?:async )?\(\) => ([^]*)$/.exec(run.toString()) ?? [];
  const [, body] = /^\{\n([^]*)\n\s*\}$/.exec(text) ?? [];
  const lines = (body ?? text).split("\n");
  // An expression begins on the line of the arrow, and only its other lines are indented.
  const indented = body === undefined ? lines.slice(1) : lines;
  const depth = Math.min(...indented.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  const margin = body === undefined ? depth - 2 : depth;
  const moved = lines.map((line, index) => (body === undefined && index === 0 ? line : line.slice(margin)));
  // The compiler indents by four spaces.
  return moved.map((line) => line.replace(/^(?: {4})+/, (spaces) => " ".repeat(spaces.length / 2)));
}
