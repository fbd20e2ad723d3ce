/**
 * Writes the notices of the libraries in a bundle, as their licenses require. Each has the name, version and license of a
 * library, the text of the license if the package contains it, and the comments at the beginning of its files.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A plugin of the bundler that writes the file. */
export function noticesOf(fileName) {
  return {
    name: "notices",
    generateBundle(_, output) {
      const files = new Map();
      for (const id of Object.values(output).flatMap((chunk) => chunk.moduleIds ?? [])) {
        const [folder] = /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? [];
        if (folder !== undefined) files.set(folder, [...(files.get(folder) ?? []), id]);
      }
      const notices = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map((one) => noticeOf(...one));
      this.emitFile({ type: "asset", fileName, source: notices.join(`\n${"-".repeat(80)}\n\n`) });
    },
  };
}

function noticeOf(folder, files) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = join(folder, "LICENSE");
  const heads = new Set(files.flatMap((file) => copyrightOf(file) ?? []));
  return [
    `${name} ${version}, ${license}\n`,
    ...(existsSync(text) ? [readFileSync(text, "utf8")] : []),
    ...heads,
  ].join("\n");
}

/** The comment at the head of a file, where it is about rights. */
function copyrightOf(file) {
  const [head] = /^(?:\/\/.*\r?\n)+/.exec(readFileSync(file, "utf8")) ?? [];
  return head !== undefined && /copyright/i.test(head) ? head.replaceAll(/^\/\/ ?/gm, "") : undefined;
}
