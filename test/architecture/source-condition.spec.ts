import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { builtFolders } from "../fresh-build.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(`${top}${path}`, "utf8")) as Manifest;

interface Manifest {
  readonly workspaces?: readonly string[];
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Target>>;
}

interface Target {
  readonly "stratus-source"?: string;
  readonly types?: string;
  readonly default: string | { readonly types: string };
}

const workspaces = read("package.json").workspaces ?? [];
/** SDKs are loaded as they were built: the generator writes their package.json, which needs no such condition. */
const folders = workspaces.filter((folder) => !folder.startsWith("generated/"));

/** A condition in a tarball may name no file that the tarball lacks. Packing may take the condition out. */
const hasSources = ({ files, private: isPrivate = false, scripts }: Manifest): boolean =>
  isPrivate || (files ?? []).includes("src") || scripts?.["postpack"]?.includes("publish-manifest") === true;

it.each(folders)(
  "%s: each entry point leads tests to its source, if the package has its sources",
  (folder) => {
    const manifest = read(`${folder}/package.json`);
    const targets = Object.values(manifest.exports ?? {}).flatMap((target) =>
      target === "./package.json" ? [] : [typeof target === "string" ? { default: target } : target],
    );
    for (const target of targets) {
      const { types, default: module } = target;
      const built = types ?? (typeof module === "string" ? module : module.types);
      const source = built.replace(/^\.\/dist\/(?:types\/|bundle\/)?(.*?)(?:\.d)?\.m?[jt]s$/, "./src/$1.ts");
      const { "stratus-source": named, ...others } = target;
      expect(named).toBe(hasSources(manifest) ? source : undefined);
      expect(existsSync(`${top}${folder}/${source}`)).toBe(true);
      // Node takes the first condition that holds.
      expect(Object.keys(target).indexOf("stratus-source")).toBeLessThanOrEqual(0);
      expect(Object.keys(others).at(-1)).toBe("default");
    }
  },
);

it("tests that use the build hold every package to its sources", () => {
  expect(builtFolders).toEqual(expect.arrayContaining([...workspaces]));
});
