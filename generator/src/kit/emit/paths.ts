import type { ErrorCode, Problem } from "../problem.js";

/** Names that Windows gives to devices, with or without an extension. */
const deviceName = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/**
 * Finds reasons why files cannot be written below the output folder, each exactly once, on every common file system.
 * macOS and Windows treat `A.ts` and `a.ts` as the same file.
 */
export function checkPaths(paths: readonly string[]): Problem[] {
  const problems = paths.flatMap((path) => {
    const what = findFault(path);
    return what === undefined
      ? []
      : [problem("OUTPUT_PATH_INVALID", path, what, "Rename the proto file or its package")];
  });
  return [...problems, ...findTwins(paths)];
}

function findFault(path: string): string | undefined {
  if (path === "") return "The name is empty";
  if (/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(path)) return "The name holds an invisible character";
  if (/[\\:*?"<>|]/.test(path)) return "The name holds a character that not every file system takes";
  if (path.startsWith("/")) return "The name is absolute";
  const parts = path.split("/");
  if (parts.includes("..")) return "The name leads out of the output folder";
  if (parts.some((part) => part === "" || part === ".")) return "The name holds an empty part";
  if (parts.some((part) => /[ .]$/.test(part))) return "A part of the name ends in a space or a full stop";
  if (parts.some((part) => deviceName.test(part))) return "A part of the name is a device on Windows";
  if (parts.some((part) => Buffer.byteLength(part) > 255))
    return "A part of the name is longer than 255 bytes";
  return undefined;
}

/** Finds files with the same path, and files whose path is a folder of another one. Case is ignored. */
function findTwins(paths: readonly string[]): Problem[] {
  const problems: Problem[] = [];
  const files = new Map<string, string>();
  for (const path of paths) {
    const key = sameOnDisk(path);
    const twin = files.get(key);
    if (twin === path)
      problems.push(
        problem("OUTPUT_PATH_CONFLICT", path, "The file is generated twice", "Rename one of its sources"),
      );
    else if (twin !== undefined) {
      problems.push(
        problem(
          "OUTPUT_PATH_CONFLICT",
          path,
          `The name differs from ${twin} by capitals only`,
          "Rename one of the two",
        ),
      );
    }
    files.set(key, path);
  }
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const file = files.get(sameOnDisk(path.slice(0, end)));
      if (file !== undefined) {
        problems.push(
          problem(
            "OUTPUT_PATH_CONFLICT",
            path,
            `The folder is also a file, ${file}`,
            "Rename one of the two",
          ),
        );
      }
    }
  }
  return problems;
}

/** Returns the form of a path that a case-insensitive file system compares. */
function sameOnDisk(path: string): string {
  return path.normalize("NFC").toLowerCase().normalize("NFC");
}

function problem(code: ErrorCode, path: string, what: string, fix: string): Problem {
  return { code, element: `output file ${JSON.stringify(path)}`, what, fix };
}
