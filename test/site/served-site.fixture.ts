import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

/** The path below which the site is served, as a project has it on a host of pages. */
const base = "/docs/1.0/";
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
};

/** A site at an address. */
export interface ServedSite extends AsyncDisposable {
  /** The address of its first page, with a slash at the end. */
  readonly url: string;
}

/** Serves the files of a folder below a path. */
export async function serveSite(folder: string): Promise<ServedSite> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://a").pathname));
    const file = join(
      folder,
      path.startsWith(base) ? path.slice(base.length).replace(/(^|\/)$/, "$1index.html") : "nowhere",
    );
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
