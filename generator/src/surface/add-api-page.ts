import { apiPage, type ApiPageOptions } from "./api-page.js";
import { readSurface } from "./read-surface.js";

/** The path of the API page in a package. */
const apiPagePath = "api.md";

/** A file of a package. */
interface PackageFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Files of a package as they are printed, and behind them the page of what they export. It is read from the files
 * themselves, so it can say nothing else than they do.
 */
export function* addApiPage<F extends PackageFile>(
  files: Iterable<F>,
  options: ApiPageOptions,
): Iterable<F | PackageFile> {
  const read = new Map<string, string>();
  for (const file of files) {
    if (file.path.endsWith(".ts") || file.path === "package.json") read.set(file.path, file.text);
    yield file;
  }
  yield {
    path: apiPagePath,
    text: apiPage(readSurface({ label: options.packageName ?? "the output", files: read }), options),
  };
}
