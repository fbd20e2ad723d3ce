/** Protos that people of other projects wrote for plain gRPC, each with a server, and what is called there. */
import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sets } from "./proto-set-programs.fixture.js";
import { startProtoServer, type Answers } from "./proto-server.fixture.js";

/** A running server. */
export interface ProtoSetServer {
  /** As `endpoint` of a session takes it. */
  readonly endpoint: string;
  stop(): void;
}

/** A line of the command line and what it prints. */
export interface TypedLine {
  readonly line: string;
  readonly prints: RegExp;
}

/** A set of protos. */
export interface ProtoSet {
  readonly name: string;
  /** Where the protos come from, for the table. */
  readonly from: string;
  /** Folders and files of this machine, or an npm package with its version, by their paths below `protos/`. */
  readonly files: Readonly<Record<string, string>>;
  readonly npm?: string;
  /** The server of the project itself, or answers of a grpc-js server by full names of methods. */
  readonly server: "etcd" | "containerd" | Answers;
  readonly package: string;
  readonly session: string;
  /** A program in TypeScript. */
  readonly program: string;
  readonly prints: string;
  readonly unary: TypedLine;
  /** A stream. */
  readonly stream: TypedLine & {
    /** It ends only by Ctrl-C. */
    readonly isEndless?: true;
    /** A line that makes the server send a message, typed until it has. */
    readonly cause?: string;
  };
  readonly agent: { readonly method: string; readonly request: object; readonly prints: RegExp };
}

export { sets };

/** Copies the protos of a set into the folder `protos` of a repository. */
export function placeProtos({ files }: ProtoSet, folder: string): void {
  for (const [to, from] of Object.entries(files)) {
    const path = join(folder, "protos", to);
    mkdirSync(dirname(path), { recursive: true });
    cpSync(from.startsWith("/") ? from : join(folder, from), path, {
      recursive: true,
      filter: (one) => !/\.\w+$/.test(one) || one.endsWith(".proto") || !existsSync(one),
    });
  }
}

/** Starts the server of a set. */
export async function startServer({ server }: ProtoSet, folder: string): Promise<ProtoSetServer> {
  if (server === "etcd") return startEtcd(folder);
  if (server === "containerd") return startContainerd(folder);
  return startProtoServer(join(folder, "protos"), server);
}

async function startEtcd(folder: string): Promise<ProtoSetServer> {
  const [client, peer] = [await freePort(), await freePort()];
  const [url, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  const args = [
    ["--data-dir", join(folder, "etcd-data")],
    ["--listen-client-urls", url],
    ["--advertise-client-urls", url],
    ["--listen-peer-urls", peerUrl],
    ["--initial-advertise-peer-urls", peerUrl],
    ["--initial-cluster", `default=${peerUrl}`],
  ].flat();
  return started(
    spawn("etcd", args, { cwd: folder }),
    /ready to serve client requests/,
    `127.0.0.1:${client}`,
  );
}

async function startContainerd(folder: string): Promise<ProtoSetServer> {
  const socket = join(folder, "containerd.sock");
  const config = join(folder, "containerd.toml");
  writeFileSync(
    config,
    `version = 2
root = ${JSON.stringify(join(folder, "containerd-root"))}
state = ${JSON.stringify(join(folder, "containerd-state"))}
disabled_plugins = ["io.containerd.grpc.v1.cri"]
[grpc]
  address = ${JSON.stringify(socket)}
[ttrpc]
  address = ${JSON.stringify(`${socket}.ttrpc`)}
`,
  );
  const child = spawn("containerd", ["--config", config], { cwd: folder });
  return started(child, /containerd successfully booted/, `unix:${socket}`);
}

/** Waits for the line by which a server says that it is ready. */
async function started(child: ChildProcess, ready: RegExp, endpoint: string): Promise<ProtoSetServer> {
  let text = "";
  const isReady = new Promise<void>((resolve, reject) => {
    const read = (chunk: unknown): void => {
      text += String(chunk);
      if (ready.test(text)) resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("error", reject);
    child.on("close", () => reject(new Error(`the server ended: ${text.slice(-2_000)}`)));
  });
  await Promise.race([
    isReady,
    setTimeout(60_000, undefined, { ref: false }).then(() => Promise.reject(new Error(text.slice(-2_000)))),
  ]);
  return { endpoint, stop: () => child.kill("SIGKILL") };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
