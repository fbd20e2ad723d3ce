import { invalidOption } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";

const scheme = /^(unix|unix-abstract):/i;

/** Whether text is the address of a Unix socket, by its scheme. */
export function isUnixAddress(text: unknown): text is string {
  return typeof text === "string" && scheme.test(text);
}

/**
 * Returns the path in the address of a Unix socket (gRPC Name Resolution): `unix:path`, `unix:///path`, or on Linux
 * `unix-abstract:name`, whose path begins with NUL. A relative path is relative to the working directory.
 *
 * @throws An OptionsError that names the option.
 */
export function parseSocketPath(text: string, option: string): string {
  const isAbstract = /^unix-abstract:/i.test(text);
  const rest = text.replace(scheme, "");
  const path = isAbstract ? rest : rest.replace(/^\/\/(?=\/)/, "");
  const problem = findProblem(path, isAbstract);
  if (problem !== undefined) throw invalidOption(option, `${describe(text)}: ${problem}`);
  return isAbstract ? `\0${path}` : path;
}

/** Formats the path of a Unix socket as a gRPC target. */
export function unixTarget(socketPath: string): string {
  return socketPath.startsWith("\0") ? `unix-abstract:${socketPath.slice(1)}` : `unix:${socketPath}`;
}

function findProblem(path: string, isAbstract: boolean): string | undefined {
  const { platform } = process;
  if (isAbstract && platform !== "linux") return "only Linux has abstract sockets; write unix:/path";
  // oxlint-disable-next-line no-control-regex -- NUL would end the path, and the others a line of the log
  if (path === "" || /[\0-\x1f\x7f]/.test(path)) return "this is not the path of a socket; write unix:/path";
  const slashes = isAbstract ? "unix-abstract:name" : "unix:/path or unix:///path";
  if (path.startsWith("//") || (!isAbstract && path.endsWith("/")))
    return `this is not the path of a socket; write ${slashes}`;
  // Node cuts a longer one, and would connect to another socket (sun_path of unix(7)).
  const maxBytes = platform === "linux" ? 107 : 103;
  const size = new TextEncoder().encode(path).length;
  return size > maxBytes ? `the path has ${size} bytes, and that of a socket at most ${maxBytes}` : undefined;
}
