import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Operation } from "@svc/cloud/common/v1";
import { createPath, operation } from "./call-messages.js";

/** A server in a separate process; it ends with its last use. */
export interface RunningServer extends AsyncDisposable {
  readonly address: string;
}

/** Starts the server that all contestants call. */
export function startServer(): Promise<RunningServer> {
  const replies = { [createPath]: Buffer.from(Operation.encode(operation)).toString("base64") };
  return start("call-server.js", [JSON.stringify(replies)]);
}

/** Starts a server with TLS that answers every call with the same message. */
export function startSecureServer(key: string, cert: string): Promise<RunningServer> {
  return start("volume-server.js", [key, cert]);
}

/** Starts the server of streams and of large messages. */
export function startVolumeServer(): Promise<RunningServer> {
  return start("volume-server.js", []);
}

async function start(program: string, args: readonly string[]): Promise<RunningServer> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), args);
  const [port] = await once(child, "message");
  return {
    address: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
