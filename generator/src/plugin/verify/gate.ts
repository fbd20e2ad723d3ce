/**
 * The second lock against injection, beside the makers of source text: output of the protos' own text is held
 * against output of harmless text, tree against tree. It runs in tests, and in a run with `verify=true`.
 */
import type { OutputFile } from "../../kit/emit/file.js";
import type { Problem } from "../../kit/problem.js";
import { shapeOf } from "./shape.js";

/**
 * The gate: compares output with the output for the same API with harmless text.
 * A difference in shape means that text of the protos became code.
 */
export function findBreaches(files: readonly OutputFile[], neutral: readonly OutputFile[]): Problem[] {
  const others = new Map(neutral.map(({ path, text }) => [path, text]));
  return files.flatMap(({ path, text }) => {
    const other = others.get(path);
    if (!path.endsWith(".ts") || text === other) return [];
    if (other !== undefined && shapeOf(text) === shapeOf(other)) return [];
    return [
      {
        code: "CODE_INJECTED",
        element: `output file ${path}`,
        what: "Text of the protos changed the code itself, and not only its comments and strings",
        fix: "Do not use the output; report this as a defect of the generator",
      },
    ];
  });
}
