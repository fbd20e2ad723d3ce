/** The number of context lines around a change. */
const around = 2;

/** Returns the lines that differ, as `- old` and `+ new`, with context lines. */
export function differences(before: string, after: string): readonly string[] {
  const [from, to] = [before.split("\n"), after.split("\n")];
  if (from.at(-1) === "") from.pop();
  if (to.at(-1) === "") to.pop();
  const all = align(from, to);
  const shown = all.map((_, at) =>
    all.slice(Math.max(0, at - around), at + around + 1).some((line) => line[0] !== " "),
  );
  return all.flatMap((line, at) => {
    if (shown[at]) return [line];
    return at > 0 && shown[at - 1] && shown.slice(at).includes(true) ? ["  ..."] : [];
  });
}

/** Aligns lines by their longest common subsequence. Common lines at both ends are removed first. */
function align(from: readonly string[], to: readonly string[]): readonly string[] {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end))
    end += 1;
  const [a, b] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  return [...keep(from.slice(0, start)), ...aligned(a, b), ...keep(from.slice(from.length - end))];
}

function keep(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

/** The maximum size of the comparison table. Longer texts are shown as replaced. */
const maxCells = 4_000_000;

function aligned(a: readonly string[], b: readonly string[]): readonly string[] {
  const removed = a.map((line) => `- ${line}`);
  const added = b.map((line) => `+ ${line}`);
  if (a.length * b.length === 0 || a.length * b.length > maxCells) return [...removed, ...added];
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(`  ${a[i] ?? ""}`);
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push(removed[i++] ?? "");
    else lines.push(added[j++] ?? "");
  }
  return lines;
}
