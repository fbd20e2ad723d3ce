import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../text/usage-error.js";
import type { Host } from "./host.js";

/** The host of this process. */
export function processHost(name: string, userAgent: string): Host {
  const { stdout } = process;
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort(new Interrupted()));
  let broken: Error | undefined;
  stdout.on("error", (error) => void (broken ??= error));
  return {
    name,
    userAgent,
    folder: process.cwd(),
    env: process.env,
    out: async (text) => {
      await new Promise<void>((done, fail) => {
        if (broken) fail(broken);
        else stdout.write(text, (error) => (error ? fail(error) : done()));
      });
    },
    say: (text) => void errorStream().write(text),
    // Node makes a stream when it is first asked for, which help and completion need not wait for.
    terminals: {
      get in() {
        return process.stdin.isTTY === true;
      },
      out: stdout.isTTY === true,
      get err() {
        return process.stderr.isTTY === true;
      },
    },
    get columns() {
      return Number(process.env["COLUMNS"]) || stdout.columns || process.stderr.columns || 80;
    },
    nowMs: Date.now,
    readFile: readAll,
    ask,
    edit: (text, ending) => editText(text, ending),
    signal: interrupt.signal,
  };
}

/** Standard error. Nobody is told that it cannot be written, since that would be said there. */
function errorStream(): NodeJS.WriteStream {
  const { stderr } = process;
  if (stderr.listenerCount("error") === 0) stderr.on("error", () => undefined);
  return stderr;
}

/** The reason of a command that Ctrl-C has ended. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";

  constructor() {
    super("interrupted");
  }
}

async function readAll(path: string): Promise<Uint8Array> {
  try {
    if (path !== "-") return await readFile(path);
    const parts: Uint8Array[] = [];
    for await (const part of process.stdin) parts.push(part as Uint8Array);
    return Buffer.concat(parts);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function ask(question: string, isSecret: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(`${question.trim()} nobody can be asked: this is not a terminal`);
  const { createInterface } = await import("node:readline/promises");
  const { Writable } = await import("node:stream");
  const silent = new Writable({ write: (_, __, done) => done() });
  if (isSecret) process.stderr.write(question);
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stderr,
    terminal: true,
  });
  try {
    return await lines.question(isSecret ? "" : question);
  } finally {
    lines.close();
    if (isSecret) process.stderr.write("\n");
  }
}

async function editText(
  text: string,
  ending: string,
): Promise<{ readonly text: string; readonly file: string }> {
  const { spawnSync } = await import("node:child_process");
  const editor = process.env["VISUAL"] || process.env["EDITOR"] || "vi";
  // A folder of this user alone, with a file of this user alone.
  const file = join(mkdtempSync(join(tmpdir(), "edit-")), `resource${ending}`);
  writeFileSync(file, text, { mode: 0o600 });
  const [program = "vi", ...given] = editor.split(/\s+/);
  const { status, error } = spawnSync(program, [...given, file], { stdio: "inherit" });
  if (error || status !== 0)
    throw new UsageError(
      `the editor ${program} did not end well (${error?.message ?? `exit code ${status}`}); the text is in ${file}`,
    );
  return { text: readFileSync(file, "utf8"), file };
}
