import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  startCatalogue,
  type CatalogueOptions,
  type RunningCatalogue,
} from "@stratus/example-catalogue-server";

/** Options of the page: those of the catalogue behind it. `intercept` sees the requests for its files too. */
export type PageOptions = Pick<CatalogueOptions, "data" | "port" | "intercept">;

const require = createRequire(import.meta.url);

/** Folders by the start of their paths; `.` is the folder of this example. */
const folders: readonly (readonly [start: string, folder: string])[] = [
  ["/app/", "dist/src/"],
  ["/design/", "../../design/"],
  ["/sdk/", "../../generated/catalogue/dist/"],
  ["/query/", "../../query/dist/"],
  ["/query-core/", pathToFileURL(require.resolve("@tanstack/query-core")).href.replace(/[^/]*$/, "")],
  ["/", "./"],
];

const types: Readonly<Record<string, string>> = {
  html: "text/html",
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
};

/** The folder of this example, from its source and from its compiled file. */
const top = new URL(import.meta.url.endsWith("/dist/serve.js") ? "../" : "./", import.meta.url);

/** Serves the page and the catalogue's data from one origin, on loopback. */
export function startPage({ intercept, ...options }: PageOptions = {}): Promise<RunningCatalogue> {
  return startCatalogue({
    ...options,
    intercept: (request, response) =>
      intercept?.(request, response) === true || sendFile(request.url ?? "/", response),
  });
}

/** Sends a file of the page; false where the path is none. */
function sendFile(url: string, response: ServerResponse): boolean {
  const [asked = ""] = url.split("?");
  const path = asked === "/" ? "/index.html" : asked;
  const [start, folder] = folders.find(([start]) => path.startsWith(start)) ?? [];
  // Plain names only: nothing leads out of the folder.
  const name = /^[\w-]+(\/[\w-]+)*\.(html|css|js|svg)$/.exec(path.slice(start?.length ?? 0));
  if (folder === undefined || !name) return false;
  try {
    const body = readFileSync(fileURLToPath(new URL(`${folder}${name[0]}`, top)));
    response.writeHead(200, { "content-type": `${types[name[2] ?? ""]}; charset=utf-8` }).end(body);
    return true;
  } catch {
    return false;
  }
}
