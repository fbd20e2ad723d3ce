import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Operation } from "@svc/cloud/common/v1";
import { createPath, operation } from "./call-messages.js";

/** A server in a process of its own; it ends with its last use. */
export interface RunningServer extends AsyncDisposable {
  readonly address: string;
}

/** Starts the server that all contestants call. */
export async function startServer(): Promise<RunningServer> {
  const replies = { [createPath]: Buffer.from(Operation.encode(operation)).toString("base64") };
  const child = fork(fileURLToPath(new URL("call-server.js", import.meta.url)), [JSON.stringify(replies)]);
  const [port] = await once(child, "message");
  return {
    address: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
