import type { Api, Package } from "../model/api.js";
import type { Options } from "../options.js";
import { string, type Code } from "../code/code.js";
import type { Page } from "../render/page.js";
import { hasServices } from "./entries.js";

/** What the template of package.json needs. */
export type ManifestView = {
  readonly name: Code;
  readonly version: Code;
  readonly description: Code;
  readonly entries: readonly { readonly path: Code; readonly types: Code; readonly file: Code }[];
  /** Beside the runtime. */
  readonly dependencies: readonly { readonly name: Code; readonly version: Code }[];
  readonly runtime: Code;
  readonly runtimeVersion: Code;
};

/** What the generated package stands on. */
export interface Needs {
  /** Exact version of the runtime. */
  readonly runtimeVersion: string;
  /** Packages beside it, and which versions of them. */
  readonly packages: readonly { readonly name: string; readonly version: string }[];
}

/** The manifest of the generated package: an entry for each proto package. */
export function manifestPage(api: Api, options: Options, needs: Needs): Page<ManifestView> {
  const entries = [
    { path: ".", module: "index" },
    ...(options.hasClients ? ["services", "descriptors"].map(ownEntry) : []),
    ...api.packages.flatMap((one) => packageEntries(one, options)),
  ];
  const view = {
    name: string(options.packageName ?? ""),
    version: string(options.packageVersion),
    description: string(`${contents(api, options)}, generated from their proto files`),
    entries: entries.map(({ path, module }) => ({
      path: string(path),
      types: string(`./dist/${module}.d.ts`),
      file: string(`./dist/${module}.js`),
    })),
    dependencies: needs.packages.map(({ name, version }) => ({
      name: string(name),
      version: string(version),
    })),
    runtime: string(options.runtime),
    runtimeVersion: string(needs.runtimeVersion),
  };
  return { path: "package.json", template: "sdk/package.json", view };
}

function ownEntry(module: string): { path: string; module: string } {
  return { path: `./${module}`, module };
}

function packageEntries(one: Package, { hasServers }: Options): { path: string; module: string }[] {
  const { directory, serverEntry } = one;
  return [
    { path: `./${directory}`, module: `${directory}/index` },
    ...(hasServers && hasServices(one)
      ? [{ path: `./${serverEntry}`, module: `${directory}/index.server` }]
      : []),
  ];
}

function contents({ packages }: Api, { hasClients }: Options): string {
  const files = packages.flatMap((one) => one.files);
  if (hasClients) {
    const count = files.flatMap((file) => file.services).length;
    return `Clients of ${count} ${count === 1 ? "service" : "services"}`;
  }
  return `${files.flatMap((file) => file.messages).length} message types`;
}

/** What the template of tsconfig.json needs. */
export type CompilerView = {
  /** Imports end in nothing, as bundlers want it. */
  readonly isBundled: boolean;
  /** Imports end in `.ts` and are rewritten. */
  readonly isRewritten: boolean;
};

/** How the generated package is compiled. */
export function compilerPage({ importExtension }: Options): Page<CompilerView> {
  return {
    path: "tsconfig.json",
    template: "sdk/tsconfig.json",
    view: { isBundled: importExtension === "", isRewritten: importExtension === ".ts" },
  };
}
