import { Console } from "node:console";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { McpServer } from "@modelcontextprotocol/server";

/**
 * Serves over the standard streams of this process until its input ends. Standard output has messages of the protocol and
 * nothing else: what any code prints goes to standard error.
 */
export function serveOverStdio(make: () => McpServer): Promise<void> {
  globalThis.console = new Console(process.stderr, process.stderr);
  return new Promise((resolve) => {
    const transport = new StdioServerTransport();
    const handle = serveStdio(make, { transport, onerror: () => undefined });
    const end = (): void => void handle.close().then(resolve, resolve);
    process.stdin.once("end", end);
    process.stdin.once("close", end);
    process.once("SIGINT", end);
    process.once("SIGTERM", end);
  });
}
