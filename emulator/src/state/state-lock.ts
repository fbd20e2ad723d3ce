import { createHash } from "node:crypto";
import { realpath, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { errorText } from "../text/error-text.js";
import { EmulatorError } from "../text/emulator-error.js";

/** A state that no other emulator on this machine may use. */
export interface StateLock {
  readonly release: () => Promise<void>;
}

/** How long the holder of a state may take to say who it is. */
const answerMs = 1000;

/**
 * Takes a state for this emulator alone. The lock is a local socket that is
 * called after the path: the system closes it when the process ends, however it
 * ends, so that a kill leaves nothing that would have to be cleaned up.
 *
 * @throws an Error that names the file and the process when another emulator
 *   has the state; or that there is no directory for it
 */
export async function lockState(path: string): Promise<StateLock> {
  const address = await lockAddress(path);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(String(process.pid));
  });
  for (let attempt = 1; ; attempt += 1) {
    if (await listens(server, address)) return { release: () => closed(server) };
    const holder = await findHolder(address);
    if (holder !== undefined || attempt === 3) {
      const who = holder === undefined || holder === "" ? "" : ` (process ${holder})`;
      throw new EmulatorError(
        "STATE_IN_USE",
        `state file ${path} is in use by another emulator${who}: stop that one, or pass another file`,
      );
    }
    await rm(address, { force: true });
  }
}

/** How long the path of a socket may be on every system, in bytes. */
const longestAddress = 103;

/** Windows has pipes by name; elsewhere it is a file that must have a short path. */
async function lockAddress(path: string): Promise<string> {
  let directory: string;
  try {
    directory = await realpath(dirname(path));
  } catch (error) {
    throw new EmulatorError("FILE_UNREADABLE", `state file ${path}: there is no directory ${dirname(path)}`, {
      cause: error,
    });
  }
  const place = join(directory, basename(path));
  const digest = createHash("sha256").update(place).digest("hex").slice(0, 24);
  const name = `stratus-emulator-${process.getuid?.() ?? ""}-${digest}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  const file = join(tmpdir(), `${name}.lock`);
  // Node cuts the paths of sockets off, here within the digest: all states would have one lock.
  return Buffer.byteLength(file) > longestAddress ? join("/tmp", `${name}.lock`) : file;
}

/** False where somebody else has the address, or had it when it was killed. */
function listens(server: Server, address: string): Promise<boolean> {
  return new Promise((done, fail) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") done(false);
      else
        fail(
          new EmulatorError(
            "STATE_IN_USE",
            `the lock ${address} of the state cannot be made: ${errorText(error)}`,
          ),
        );
    };
    server.once("error", refuse);
    server.listen(address, () => {
      server.off("error", refuse);
      // The lock alone keeps no program running.
      server.unref();
      done(true);
    });
  });
}

/** Finds the process that holds the lock. Returns undefined if the lock is free. */
function findHolder(address: string): Promise<string | undefined> {
  return new Promise((done) => {
    let text = "";
    const socket = connect(address);
    socket.setTimeout(answerMs, () => socket.destroy());
    socket.on("data", (data) => (text += String(data)));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // Refused: the file is there, but nobody listens. Gone: it was released just now.
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT") done(undefined);
    });
    socket.on("close", () => done(/^\d{1,10}$/.test(text) ? text : ""));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => server.close(() => done()));
}
