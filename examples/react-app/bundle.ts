import { fileURLToPath } from "node:url";
import { build } from "vite";

/** The files of the page, by their URLs, as Vite builds them. `index.html` is the page that the server fills. */
export type Bundle = ReadonlyMap<string, string | Uint8Array>;

/** The folder of the app, from its sources and from its compiled files. */
const root = fileURLToPath(
  new URL(import.meta.url.endsWith("/dist/bundle.js") ? "../" : "./", import.meta.url),
);

/** Builds the files of the page in memory. */
export async function bundlePage(): Promise<Bundle> {
  const built = await build({ root, configFile: false, logLevel: "error", build: { write: false } });
  const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  return new Map(
    outputs.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : file.source]),
  );
}
