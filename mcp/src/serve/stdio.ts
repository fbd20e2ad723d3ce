import { Console } from "node:console";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { INVALID_REQUEST, type McpServer } from "@modelcontextprotocol/server";
import { BoundedLines } from "./bounded-lines.js";

/**
 * Serves over stdio until stdin ends. Only protocol messages go to stdout; whatever other code prints goes to stderr.
 */
export function serveOverStdio(make: () => McpServer): Promise<void> {
  globalThis.console = new Console(process.stderr, process.stderr);
  return new Promise((resolve) => {
    const lines = new BoundedLines((id) => {
      const error = { code: INVALID_REQUEST, message: "The message is longer than 8 MB. Send less at once." };
      process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
    });
    const transport = new StdioServerTransport(process.stdin.pipe(lines));
    const handle = serveStdio(make, { transport, onerror: () => undefined });
    const end = (): void => {
      // After a signal, an open stdin would hold the process.
      process.stdin.destroy();
      void handle.close().then(resolve, resolve);
    };
    process.stdin.once("end", end);
    process.stdin.once("close", end);
    process.once("SIGINT", end);
    process.once("SIGTERM", end);
  });
}
