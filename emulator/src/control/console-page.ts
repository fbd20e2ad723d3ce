/** The console: a page at `/` that shows the emulator by its control API. `emulator/console` has its sources. */
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { localRequestRefusal } from "@stratus/runtime/server";
import { packageFolder } from "../package-folder.js";
import type { ControlParts } from "./control-parts.js";

/** The files of the console in `dist/console`, by their paths, with their types. */
const files: Readonly<Record<string, readonly [file: string, contentType: string]>> = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/console.js": ["console.js", "text/javascript; charset=utf-8"],
  "/console.css": ["console.css", "text/css; charset=utf-8"],
  "/console.svg": ["console.svg", "image/svg+xml"],
};

/** The page loads and calls only this server, is in no frame, and makes no HTML from text. */
const headers: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** Answers a request for a file of the console. The files have no secrets: what they show, they ask the control API for. */
export async function answerConsole(
  { emulator: { controlToken } }: ControlParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = localRequestRefusal(request, { anyHost: controlToken !== undefined, links: true });
  if (refusal !== undefined) return sendText(response, 403, refusal);
  const [name = "", contentType = ""] = files[(request.url ?? "/").replace(/[?#].*$/s, "")] ?? [];
  const body = await readFile(new URL(`dist/console/${name}`, packageFolder)).catch(() => undefined);
  if (body === undefined) return sendText(response, 404, "The console is not built: run `npm run build`.");
  response.writeHead(200, { ...headers, "content-type": contentType, "content-length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...headers, "content-type": "text/plain; charset=utf-8" });
  response.end(`${text}\n`);
}
