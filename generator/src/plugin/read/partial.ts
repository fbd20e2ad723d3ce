import type { Problem } from "../../kit/problem.js";
import type { Request } from "./request.js";

/**
 * Signs that the request is a part of the whole, as buf sends it by default,
 * directory by directory: a file outside `file_to_generate` that shares the
 * first package segment of one inside. Wiring of sessions and clashes of names
 * can only be decided over the whole.
 */
export function findPartialProblems({ files, generate }: Request): Problem[] {
  const wanted = new Set(generate);
  const inside = new Set(
    files.filter((file) => wanted.has(file.name)).map((file) => firstSegment(file.package)),
  );
  const leftOut = files.filter(
    ({ name, package: scope }) =>
      !wanted.has(name) && scope !== "google.protobuf" && inside.has(firstSegment(scope)),
  );
  const [first] = leftOut.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (!first) return [];
  const others = leftOut.length - 1;
  const which = others === 0 ? "this file is" : `this file and ${others} more are`;
  return [
    {
      code: "REQUEST_PARTIAL",
      file: first.name,
      element: first.package === "" ? "a file without a package" : `package ${first.package}`,
      what: `The request asks for code for a part of the API only: ${which} left out`,
      fix: "Set `strategy: all` for the plugin in buf.gen.yaml, and drop `--path` if you gave it; if only a part is meant, set `opt: partial=allow`",
    },
  ];
}

function firstSegment(packageName: string): string {
  return packageName.split(".", 1)[0] ?? "";
}
