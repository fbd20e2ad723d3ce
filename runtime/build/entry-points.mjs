/** The entry points of the package, as `exports` of its package.json lists them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const packageFolder = fileURLToPath(new URL("..", import.meta.url));

const { exports } = JSON.parse(readFileSync(`${packageFolder}package.json`, "utf8"));

/** The source of each entry point without its extension, such as `entries/index`. The files of `dist` mirror it. */
export const entryPoints = Object.values(exports).flatMap((target) => {
  const [, name] = /^\.\/src\/(.+)\.ts$/.exec(target["stratus-source"] ?? "") ?? [];
  return name === undefined ? [] : [name];
});

export const sourceOf = (name) => `${packageFolder}src/${name}.ts`;
