import { readFile } from "node:fs/promises";
import { versionPattern } from "../option-table.js";
import { errorText, Problems, type Problem } from "../../kit/problem.js";

/** Members that a person adds to the package.json of a generated package, by name, in the order of the file. */
export type Overlay = ReadonlyMap<string, unknown>;

/** Members that the generator decides, each with the way to influence it. */
const decided: Readonly<Record<string, string>> = {
  name: "Use the option package_name",
  type: "Leave it out: the output is ESM",
  exports: "Leave it out: there is one entry for each proto package",
  files: "Leave it out: a package holds what it was built from and to, with LICENSE and CHANGELOG.md",
  sideEffects: "Leave it out: no module has any",
  scripts: "Leave it out: scripts of your own belong to the package.json of the repository",
  dependencies: "Leave it out: generated code imports its runtime alone",
  devDependencies: "Leave it out: the package builds with what it names itself",
  engines: "Leave it out: the runtime decides on it",
};

/**
 * Reads the file of the option `package_json`.
 * @throws Problems if it cannot be read, is not a JSON object, or has members that the generator decides.
 */
export async function readOverlay(path: string): Promise<Overlay> {
  const members = Object.entries(parse(path, await readText(path)));
  const problems = members.flatMap(([name]): Problem[] => {
    const fix = name === "__proto__" ? "Leave it out" : Object.hasOwn(decided, name) && decided[name];
    return fix
      ? [
          {
            code: "FILE_INVALID",
            file: path,
            element: JSON.stringify(name),
            what: "This is not for the file to say",
            fix,
          },
        ]
      : [];
  });
  if (problems.length > 0) throw new Problems(problems);
  return new Map(members);
}

/**
 * The version that the file says; the option's where it says none.
 *
 * @param option The value of `package_version`; undefined where that was not given.
 * @throws Problems where both say one, or where it is none.
 */
export function overlayVersion(
  path: string,
  overlay: Overlay,
  option: string | undefined,
): string | undefined {
  const said = overlay.get("version");
  if (said === undefined) return option;
  const isVersion = typeof said === "string" && versionPattern.test(said);
  if (isVersion && option === undefined) return said;
  const what = isVersion ? "The option package_version says a version too" : "This is not a version";
  const fix = isVersion ? "Keep one of them" : "Write one such as 1.2.3";
  throw new Problems([{ code: "FILE_INVALID", file: path, element: '"version"', what, fix }]);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new Problems([
      {
        code: "FILE_UNREADABLE",
        element: "option package_json",
        what: `The file cannot be read (${errorText(error)})`,
        fix: "Name one by its path from the folder in which buf runs",
      },
    ]);
  }
}

function parse(file: string, text: string): object {
  let reason = "it is not an object";
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    reason = errorText(error);
  }
  throw new Problems([
    { code: "FILE_INVALID", file, what: `This is not the JSON of a package (${reason})`, fix: "Correct it" },
  ]);
}
