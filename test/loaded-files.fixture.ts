import { spawn } from "node:child_process";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./repository.fixture.js";

/** Prints the modules that Node loads, and at the end its own that are in memory, on standard error. */
const hook = `
import { register } from "node:module";
const own = () => process.moduleLoadList.flatMap((one) => /^NativeModule ([a-z]\\w+)$/.exec(one)?.slice(1) ?? []);
process.once("exit", () => process._rawDebug("own " + own().join(" ")));
register("data:text/javascript," + encodeURIComponent(
  'export const load = (url, context, next) => (process._rawDebug("loaded " + url), next(url, context));'));
`;

/** A process, and what it has loaded when it ends. */
export interface LoadedFiles {
  readonly out: string;
  /** The files of the repository, sorted. */
  readonly files: readonly string[];
  /** The modules of Node, those of Node's own start included. */
  readonly own: readonly string[];
}

/** Runs Node in the root of the repository, and lists what it loads. Its input ends when its output has a text. */
export async function loadedFiles(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { input = "", until = "" } = {},
): Promise<LoadedFiles> {
  const flags = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`];
  const child = spawn(process.execPath, [...flags, ...args], {
    cwd: root,
    env: { PATH: process.env["PATH"], ...env },
  });
  let [out, said] = ["", ""];
  child.stderr.on("data", (data) => (said += String(data)));
  child.stdout.on("data", (data) => {
    out += String(data);
    if (until !== "" && out.includes(until)) child.stdin.end();
  });
  child.stdin.write(input);
  if (until === "") child.stdin.end();
  await new Promise((resolve) => child.once("close", resolve));
  const files = [...said.matchAll(/^loaded (file:\/\/.*)$/gm)].map(([, url = ""]) => fileURLToPath(url));
  const [, own = ""] = /^own (.*)$/m.exec(said) ?? [];
  return { out, files: files.map((path) => relative(root, path)).toSorted(), own: own.split(" ") };
}
