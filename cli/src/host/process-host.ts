import {
  fstatSync,
  mkdtempSync,
  createReadStream,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { hasBrowser, openBrowser, splitCommand, UsageError } from "@stratus/dynamic-client";
import type { CommandErrorCode } from "../error-codes.js";
import type { Edited, Host } from "./host.js";

/**
 * Returns the host of this process. Streams are created on first use, because loading them takes Node longer than help and
 * completion take for everything else.
 */
export function processHost(name: string, userAgent: string): Host {
  let interrupt: AbortController | undefined;
  return {
    name,
    userAgent,
    folder: process.cwd(),
    env: process.env,
    // While Ctrl-C ends the process by itself, a reader that waits may hold it up.
    out: async (text) => (interrupt ? writeAll(text) : writeAtOnce(text)),
    say: (text) => void errorStream().write(text),
    terminals: {
      get in() {
        return isDevice(0) && process.stdin.isTTY === true;
      },
      get out() {
        return isDevice(1) && process.stdout.isTTY === true;
      },
      get err() {
        return isDevice(2) && process.stderr.isTTY === true;
      },
    },
    get columns() {
      const named = Number(process.env["COLUMNS"]);
      if (named) return named;
      return (isDevice(1) && process.stdout.columns) || (isDevice(2) && process.stderr.columns) || 80;
    },
    nowMs: Date.now,
    readFile: readAll,
    readFolder,
    lines: readLines,
    pause: (ms) => pause(ms, (interrupt ??= interrupted()).signal),
    ask,
    askAtTerminal,
    hasBrowser: () => hasBrowser(process.env),
    openBrowser: (url) => openBrowser(url, process.env),
    edit: (text, ending) => editText(text, ending),
    get signal() {
      interrupt ??= interrupted();
      return interrupt.signal;
    },
  };
}

/** Creates a controller that Ctrl-C aborts. */
function interrupted(): AbortController {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort(new Interrupted()));
  return controller;
}

/** Whether a file descriptor may be a terminal. */
function isDevice(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice();
  } catch {
    return false;
  }
}

function writeAtOnce(text: string): void | Promise<void> {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch (error) {
    // The other end of a pipe may have made it one that does not wait.
    if ((error as { readonly code?: unknown }).code !== "EAGAIN") throw error;
    return writeAll(rest);
  }
}

async function writeAll(text: string | Uint8Array): Promise<void> {
  const { stdout } = process;
  await new Promise<void>((done, fail) => {
    stdout.once("error", fail);
    stdout.write(text, (error) => {
      // What goes wrong is told twice.
      if (error) return fail(error);
      stdout.off("error", fail);
      done();
    });
  });
}

/** Returns stderr. Errors of writing to it are ignored, because they could only be reported there. */
function errorStream(): NodeJS.WriteStream {
  const { stderr } = process;
  if (stderr.listenerCount("error") === 0) stderr.on("error", () => undefined);
  return stderr;
}

/** The reason of a command that Ctrl-C aborted. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly code: CommandErrorCode = "INTERRUPTED";

  constructor() {
    super("interrupted");
  }
}

async function readAll(path: string): Promise<Uint8Array> {
  try {
    return path === "-"
      ? await readLimited(process.stdin, "standard input")
      : await readLimited(createReadStream(path), path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      "FILE_UNREADABLE",
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function* readLines(path: string, signal: AbortSignal): AsyncIterable<string> {
  const { addAbortSignal } = await import("node:stream");
  const stream = addAbortSignal(signal, path === "-" ? process.stdin : createReadStream(path));
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const part of stream) {
      const lines = (rest + decoder.decode(part as Uint8Array, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
      if (rest.length > maxFileBytes)
        throw new UsageError("FILE_INVALID", `${path} has a line of more than ${maxFileBytes} characters`);
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof UsageError) throw error;
    throw new UsageError("FILE_UNREADABLE", `${path} cannot be read: ${String(error)}`);
  }
  if (rest !== "") yield rest;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { setTimeout } = await import("node:timers/promises");
  try {
    await setTimeout(ms, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}

/** The maximum size of a file or of standard input, in bytes. A device or a pipe may have no end. */
const maxFileBytes = 64 * 1024 * 1024;

async function readLimited(stream: AsyncIterable<unknown>, place: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stream) {
    parts.push(part as Uint8Array);
    bytes += (part as Uint8Array).length;
    if (bytes > maxFileBytes)
      throw new UsageError(
        "FILE_INVALID",
        `${place} has more than ${maxFileBytes} bytes, which is the limit`,
      );
  }
  return Buffer.concat(parts);
}

/** Returns the paths of all files in a folder and its subfolders, sorted. Undefined if the path is not a folder. */
export async function readFolder(path: string): Promise<readonly string[] | undefined> {
  const { readdir, stat } = await import("node:fs/promises");
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return undefined;
  // Links to folders are not followed, so that the walk ends.
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
}

async function ask(question: string, isSecret: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      "TERMINAL_MISSING",
      `${question.trim()} this needs an answer, and stdin is not a terminal`,
    );
  return askOn(process.stdin, process.stderr, question, isSecret);
}

async function askAtTerminal(question: string): Promise<string> {
  const { ReadStream, WriteStream } = await import("node:tty");
  const [input, output] =
    process.platform === "win32" ? ["\\\\.\\CONIN$", "\\\\.\\CONOUT$"] : ["/dev/tty", "/dev/tty"];
  let streams: readonly [NodeJS.ReadStream, NodeJS.WriteStream];
  try {
    streams = [new ReadStream(openSync(input, "r+")), new WriteStream(openSync(output, "r+"))];
  } catch {
    throw new UsageError(
      "TERMINAL_MISSING",
      "this needs an answer of a person, and the process has no terminal; run it in a terminal",
    );
  }
  try {
    return await askOn(...streams, question, false);
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

async function askOn(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  question: string,
  isSecret: boolean,
): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const { Writable } = await import("node:stream");
  const silent = new Writable({ write: (_, __, done) => done() });
  if (isSecret) output.write(question);
  const lines = createInterface({ input, output: isSecret ? silent : output, terminal: true });
  const ended = new Promise<never>((_, fail) => {
    lines.once("SIGINT", () => fail(new Interrupted()));
    lines.once("close", () => fail(new UsageError("NOT_CONFIRMED", `${question.trim()} no answer`)));
  });
  let isAnswered = false;
  try {
    const answer = await Promise.race([lines.question(isSecret ? "" : question), ended]);
    isAnswered = true;
    return answer;
  } finally {
    lines.close();
    if (isSecret || !isAnswered) output.write("\n");
  }
}

async function editText(text: string, ending: string): Promise<Edited> {
  const { spawnSync } = await import("node:child_process");
  const { tmpdir } = await import("node:os");
  const editor = process.env["VISUAL"] || process.env["EDITOR"] || "vi";
  // A folder of this user alone, with a file of this user alone.
  const folder = mkdtempSync(join(tmpdir(), "edit-"));
  const file = join(folder, `resource${ending}`);
  writeFileSync(file, text, { mode: 0o600 });
  const [program = "vi", ...given] = splitCommand(editor);
  const { status, error } = spawnSync(program, [...given, file], { stdio: "inherit" });
  if (error || status !== 0)
    throw new UsageError(
      "EDITOR_FAILED",
      `the editor ${program} failed (${error?.message ?? `exit code ${status}`}); your text is in ${file}`,
    );
  const discard = (): void => rmSync(folder, { recursive: true, force: true });
  return { text: readFileSync(file, "utf8"), file, discard };
}
