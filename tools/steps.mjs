/** Runs commands that are written as one line of text, the same on every platform. */
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const top = fileURLToPath(new URL("..", import.meta.url));

/**
 * Reads a command: variables, a program, arguments. Words are separated by spaces.
 * @param {string} text
 * @returns {{ variables: Record<string, string>, program: string, args: string[] }}
 */
export function parseStep(text) {
  const words = text.split(" ");
  const count = words.findIndex((word) => !/^[A-Z][A-Z\d_]*=/.test(word));
  const variables = Object.fromEntries(words.slice(0, count).map((word) => word.split(/=(.*)/s, 2)));
  const [program = "", ...args] = words.slice(count);
  return { variables, program, args };
}

/**
 * Runs a command in the folder of the repository, with the programs of its dependencies. If the command fails, the
 * process ends with its exit code.
 * @param {string} text
 * @param {readonly string[]} [more] Arguments behind those of the text.
 * @param {{ isShown?: boolean }} [options] `isShown: false` does not print the command itself.
 */
export function runStep(text, more = [], { isShown = true } = {}) {
  if (isShown) console.log(`> ${[text, ...more].join(" ")}`);
  endIfFailed(text, spawnStep(text, more, "inherit"));
}

/**
 * The same, but prints only the output of a command that fails.
 * @param {string} text
 */
export function runQuietStep(text) {
  const ended = spawnStep(text, [], "pipe");
  if (ended.status !== 0) console.error(`> ${text}\n${ended.stdout ?? ""}${ended.stderr ?? ""}`);
  endIfFailed(text, ended);
}

function spawnStep(text, more, stdio) {
  const { variables, program, args } = parseStep(text);
  const bin = join(top, "node_modules", ".bin");
  return spawnSync(program === "node" ? process.execPath : program, [...args, ...more], {
    cwd: top,
    stdio,
    encoding: "utf8",
    // On Windows, npm and the programs of dependencies are scripts, which only a shell can start.
    shell: process.platform === "win32" && program !== "node",
    env: { ...process.env, ...variables, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` },
    maxBuffer: 1 << 26,
  });
}

function endIfFailed(text, { status, error }) {
  if (error) console.error(`${parseStep(text).program} did not start: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
