import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A description that somebody else published, in a package of npm. */
export interface WorldDocument {
  /** `@scalar/galaxy: latest.json` */
  readonly name: string;
  readonly file: string;
  /** Operations that are left out, each with the reason why that is right. */
  readonly leftOut: Readonly<Record<string, string>>;
}

const modules = fileURLToPath(new URL("../../../node_modules/", import.meta.url));

/** Packages that `npm run long -- world` installs beside this file. */
const ownModules = fileURLToPath(new URL("node_modules/", import.meta.url));

const single: readonly (readonly [packageName: string, path: string])[] = [
  ["@blockfrost/openapi", "openapi.yaml"],
  ["@directus/specs", "dist/openapi.json"],
  ["@figma/rest-api-spec", "openapi/openapi.yaml"],
  ["@ideal-postcodes/openapi", "dist/openapi.json"],
  ["rclone-openapi", "openapi.yaml"],
  ["shipengine-openapi", "openapi.yaml"],
];

/** Documents that are small, and here for every run. */
export function smallDocuments(): readonly WorldDocument[] {
  const examples = ["3.0", "3.1"].flatMap((version) => {
    const folder = join(modules, "@readme/oas-examples", version, "json");
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => ({
        name: `@readme/oas-examples: ${version}/${name}`,
        file: join(folder, name),
        leftOut: {},
      }));
  });
  return [documentIn(modules, "@scalar/galaxy", "dist/latest.json"), ...examples];
}

/** Every document but the largest. */
export function worldDocuments(): readonly WorldDocument[] {
  const others = single.map(([packageName, path]) => documentIn(ownModules, packageName, path));
  return [...others, ...smallDocuments()];
}

function documentIn(folder: string, packageName: string, path: string): WorldDocument {
  return { name: `${packageName}: ${basename(path)}`, file: join(folder, packageName, path), leftOut: {} };
}

/** GitHub's, with 1,223 operations. */
export const github: WorldDocument = {
  name: "@octokit/openapi: api.github.com.json",
  file: join(ownModules, "@octokit/openapi/generated/api.github.com.json"),
  leftOut: {},
};

/** The text of a document. */
export function textOf({ file }: WorldDocument): string {
  if (!existsSync(file))
    throw new Error(`${file} is missing; run \`npm install --prefix test/openapi/world\``);
  return readFileSync(file, "utf8");
}

/** Documents of Swagger 2.0. */
export function swaggerDocuments(): readonly string[] {
  const folder = join(modules, "@readme/oas-examples/2.0/json");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
}
