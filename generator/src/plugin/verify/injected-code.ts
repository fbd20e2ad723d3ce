/**
 * The second defense against injection, after the functions that create source text: compares the syntax trees of the output
 * with those of output from harmless text. It runs in tests, and in a run with `verify=true`.
 */
import type { OutputFile } from "../../kit/emit/file.js";
import type { Problem } from "../../kit/problem.js";
import { sourceShape } from "./source-shape.js";

/** Compares output with the output for the same API with harmless text. A different shape means that text became code. */
export function findInjectedCode(files: readonly OutputFile[], neutral: readonly OutputFile[]): Problem[] {
  const others = new Map(neutral.map(({ path, text }) => [path, text]));
  return files.flatMap(({ path, text }) => {
    const other = others.get(path);
    if (!path.endsWith(".ts") || text === other) return [];
    if (other !== undefined && sourceShape(text) === sourceShape(other)) return [];
    return [
      {
        code: "CODE_INJECTED",
        element: `output file ${path}`,
        what: "Text of the protos changed the code, and not only comments and strings",
        fix: "Do not use the output; report this defect of the generator",
      },
    ];
  });
}
