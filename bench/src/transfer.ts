import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createPath } from "./call-messages.js";
import { relayTo } from "./delaying-relay.js";
import type { Row } from "./report.js";
import { compareInBlocks } from "./slices.js";
import { consolePath, transferBytes } from "./volume-messages.js";

const execute = promisify(execFile);
const pieceBytes = 1 << 20;
const program = fileURLToPath(new URL("transfer-program.js", import.meta.url));
const source = fileURLToPath(new URL("../go/transfer", import.meta.url));

/**
 * Compares the time of 100 MB in each direction with grpc-go, on new connections to a server of grpc-go, near and far:
 * one message up, and a stream of messages of 1 MB down. Both clients encode and decode messages. Needs Debian's `golang-go` and `golang-google-grpc-dev`.
 */
export async function transferRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  try {
    const go = buildGo(folder);
    if (go === undefined) return [];
    const server = spawn(go, ["serve", `${transferBytes / pieceBytes}`, `${pieceBytes}`, consolePath]);
    const [address] = (await once(server.stdout, "data")) as [Buffer];
    const rows: Row[] = [];
    for (const roundTripMs of [0, 50]) rows.push(...(await rowsAt(String(address).trim(), roundTripMs, go)));
    server.kill();
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function rowsAt(server: string, roundTripMs: number, go: string): Promise<Row[]> {
  await using relay = roundTripMs === 0 ? undefined : await relayTo(server, roundTripMs);
  const address = relay?.address ?? server;
  const rows: Row[] = [];
  for (const direction of ["down", "up"] as const) {
    const goArgs = [direction, address, direction === "up" ? createPath : consolePath, `${transferBytes}`];
    const contestants = [
      { name: "grpc-go", slice: () => milliseconds(go, goArgs) },
      { name: "stratus", slice: () => milliseconds(process.execPath, [program, direction, address]) },
    ];
    const topic = `100 MB ${direction}, ${roundTripMs} ms of round trip`;
    rows.push(...(await compareInBlocks(topic, "ms", contestants, { warmUp: 0, measured: 16 })));
  }
  return rows;
}

async function milliseconds(command: string, args: readonly string[]): Promise<number> {
  return Number((await execute(command, args)).stdout);
}

/** Builds the program in GOPATH mode from Debian's packages. Returns undefined if they are not installed. */
function buildGo(folder: string): string | undefined {
  const path = join(folder, "transfer");
  const env = { ...process.env, GO111MODULE: "off", GOFLAGS: "", GOPATH: "/usr/share/gocode" };
  try {
    execFileSync("go", ["build", "-o", path, "."], { cwd: source, env, stdio: "pipe" });
    return path;
  } catch (error) {
    console.error(`transfer is left out: golang-go and golang-google-grpc-dev are needed (${String(error)})`);
    return undefined;
  }
}
