import { Console } from "node:console";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { McpServer } from "@modelcontextprotocol/server";

/**
 * Serves over stdio until stdin ends. Only protocol messages go to stdout; whatever other code prints goes to stderr.
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
