import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { findPython } from "./python.js";
import { debianVersion } from "./tool.js";

/** A tool that the run needs: a program on the PATH, an installed Debian package, or both. */
interface Tool {
  readonly program?: string;
  readonly debianPackage?: string;
  /** The packages that `apt-get install` takes. */
  readonly install: string;
}

const tools: readonly Tool[] = [
  { program: "go", install: "golang-go" },
  { debianPackage: "golang-google-grpc-dev", install: "golang-google-grpc-dev" },
  { program: "protoc", install: "protobuf-compiler" },
  { program: "nginx", debianPackage: "nginx", install: "nginx-light" },
  { program: "haproxy", debianPackage: "haproxy", install: "haproxy" },
  { program: "caddy", debianPackage: "caddy", install: "caddy" },
];

/**
 * Names all tools that are missing and the command that installs them, so that a run of minutes does not end at the
 * last of them. Returns undefined if nothing is missing.
 */
export function missingTools(env: NodeJS.ProcessEnv): string | undefined {
  const missing = tools
    .filter(({ program, debianPackage }) => !hasProgram(program, env) || !hasPackage(debianPackage, env))
    .map(({ program, install }) => ({ name: program ?? install, install }));
  if (findPython(env) === undefined) {
    missing.push({
      name: "a python3 with grpc, h2 and google.protobuf (or name one in STRATUS_INTEROP_PYTHON)",
      install: "python3-grpcio python3-h2 python3-protobuf",
    });
  }
  if (missing.length === 0) return undefined;
  const names = missing.map(({ name }) => `  ${name}\n`).join("");
  return `Missing tools:\n${names}To install them: apt-get install ${missing.map(({ install }) => install).join(" ")}`;
}

function hasProgram(name: string | undefined, env: NodeJS.ProcessEnv): boolean {
  if (name === undefined) return true;
  return (env["PATH"] ?? "").split(delimiter).some((folder) => isExecutable(join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function hasPackage(name: string | undefined, env: NodeJS.ProcessEnv): boolean {
  if (name === undefined) return true;
  try {
    return debianVersion(name, env) !== "";
  } catch {
    return false;
  }
}
