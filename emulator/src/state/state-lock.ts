import { createHash } from "node:crypto";
import { realpath, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { errorText } from "../text/error-text.js";
import { EmulatorError } from "../text/emulator-error.js";

/** A lock on a state file among the emulators on this machine. */
export interface StateLock {
  readonly release: () => Promise<void>;
}

/** The timeout for the holder of a lock to send its process ID, in milliseconds. */
const answerMs = 1000;

/**
 * Locks a state file. The lock is a local socket that is named after the path. The system closes it when the process ends, so a
 * killed process leaves no lock.
 *
 * @throws EmulatorError that names the file and the process if another emulator uses the state, or if the directory does not exist
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

/** The maximum length of the path of a socket on every system, in bytes. */
const maxAddressBytes = 103;

/** Returns the address of the socket: a named pipe on Windows, and a file with a short path elsewhere. */
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
  // Node truncates longer paths of sockets, here within the digest, so different states would share one lock.
  return Buffer.byteLength(file) > maxAddressBytes ? join("/tmp", `${name}.lock`) : file;
}

/** Listens on the address. Resolves to false if another process uses it, or was killed while it did. */
function listens(server: Server, address: string): Promise<boolean> {
  return new Promise((done, fail) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") done(false);
      else
        fail(
          new EmulatorError(
            "STATE_IN_USE",
            `the lock ${address} of the state cannot be created: ${errorText(error)}`,
          ),
        );
    };
    server.once("error", refuse);
    server.listen(address, () => {
      server.off("error", refuse);
      // The lock must not keep the process running.
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
      // Either no process listens on the existing file, or the lock has just been released.
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT") done(undefined);
    });
    socket.on("close", () => done(/^\d{1,10}$/.test(text) ? text : ""));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => server.close(() => done()));
}
