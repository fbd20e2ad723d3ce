import type { FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import type { Problem } from "../../kit/problem.js";
import type { Request } from "./request.js";

/** Problems with the files of a request as such: names, doubles, imports. */
export function findFileProblems({ files, generate }: Request): Problem[] {
  const names = new Set(files.map((file) => file.name));
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const { name, dependency } of files) {
    const nameProblem = findNameProblem(name);
    if (nameProblem) problems.push(nameProblem);
    if (seen.has(name)) {
      problems.push({
        code: "REQUEST_INVALID",
        file: name,
        what: "The request holds this file twice",
        fix: "Send each file once",
      });
    }
    seen.add(name);
    for (const missing of dependency.filter((one) => !names.has(one)))
      problems.push(missingImport(name, missing));
  }
  for (const missing of generate.filter((one) => !names.has(one))) {
    problems.push({
      code: "REQUEST_INVALID",
      file: missing,
      what: "The request asks for code for this file but does not hold it",
      fix: "Send every file to generate, and all that it imports, in `proto_file`",
    });
  }
  return problems.length > 0 ? problems : findCycle(files);
}

function missingImport(file: string, missing: string): Problem {
  return {
    code: "REQUEST_INVALID",
    file,
    element: `import "${missing}"`,
    what: "The imported file is not in the request",
    fix: "Add the module that holds it to buf.yaml, and check with `buf build`",
  };
}

function findNameProblem(name: string): Problem | undefined {
  const refused = {
    code: "PROTO_INVALID",
    file: name,
    fix: "Name proto files by a path relative to their module, such as `acme/v1/book.proto`",
  } as const;
  if (name.startsWith("/")) return { ...refused, what: "The file name is an absolute path" };
  if (name.split("/").some((part) => part === "." || part === ".." || part === "")) {
    return { ...refused, what: "The file name holds an empty part, `.` or `..`" };
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
  if (/[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(name)) {
    return { ...refused, what: "The file name holds a backslash or a control character" };
  }
  return undefined;
}

/** Imports that lead back to their file; `protoc` refuses them, a hand-built request may hold them. */
function findCycle(files: readonly FileDescriptorProto[]): Problem[] {
  const sorted = new Set(sortFiles(files));
  const stuck = files.find((file) => !sorted.has(file));
  if (!stuck) return [];
  return [
    {
      code: "PROTO_INVALID",
      file: stuck.name,
      what: "The file is part of, or imports, a cycle of imports",
      fix: "Break the cycle",
    },
  ];
}

/**
 * The files, each after all that it imports; files of equal standing by name. Kahn's algorithm, without recursion: a
 * chain of imports may be thousands of files long.
 */
export function sortFiles(files: readonly FileDescriptorProto[]): FileDescriptorProto[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const waitsFor = new Map<string, number>();
  const neededBy = new Map<string, string[]>();
  for (const { name, dependency } of files) {
    const needed = new Set(dependency);
    waitsFor.set(name, needed.size);
    for (const one of needed) {
      const users = neededBy.get(one);
      if (users) users.push(name);
      else neededBy.set(one, [name]);
    }
  }
  const sorted: FileDescriptorProto[] = [];
  let ready = [...waitsFor].flatMap(([name, count]) => (count === 0 ? [name] : []));
  while (ready.length > 0) {
    const next: string[] = [];
    for (const name of ready.sort()) {
      const file = byName.get(name);
      if (file) sorted.push(file);
      for (const user of neededBy.get(name) ?? []) {
        const left = (waitsFor.get(user) ?? 0) - 1;
        waitsFor.set(user, left);
        if (left === 0) next.push(user);
      }
    }
    ready = next;
  }
  return sorted;
}
