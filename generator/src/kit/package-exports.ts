/** A module that a package exports. */
export interface PackageEntry {
  /** The path by which programs import it, such as `.` or `./web`. */
  readonly path: string;
  /** Its source below `src`, without extension. */
  readonly module: string;
  /** The source of the module that browsers load instead; absent if they load the same. */
  readonly inBrowsers?: string;
}

/** The members of package.json by which programs and compilers find the modules of a package. */
export interface EntryPointMembers {
  readonly main: string;
  readonly types: string;
  readonly typesVersions: { readonly "*": Readonly<Record<string, readonly [string]>> };
  readonly exports: Readonly<Record<string, Target>>;
}

type Target = string | { readonly [condition: string]: Target };

/** Platforms that are not browsers, though bundlers for some of them use the condition `browser` too. */
const serverConditions = ["workerd", "edge-light", "deno", "bun", "node"];

/**
 * Returns the members of package.json for the entry points of a package. Node finds the ES modules by `import` and by
 * `require` (`module-sync`), so a process has one instance of each. Jest and old bundlers find CommonJS by `require`. Compilers
 * that know no `exports` read `main`, `types` and `typesVersions`.
 *
 * @param files Files of the package that are exported as they are, such as `./package.json`.
 */
export function printEntryPoints(
  entries: readonly PackageEntry[],
  files: readonly string[],
): EntryPointMembers {
  const others = entries.filter(({ path }) => path !== ".");
  return {
    main: "./dist/index.cjs",
    types: "./dist/types/index.d.ts",
    typesVersions: {
      "*": Object.fromEntries(
        others.map(({ path, module }) => [path.slice("./".length), [`./dist/types/${module}.d.ts`]]),
      ),
    },
    exports: Object.fromEntries([
      ...entries.map((entry) => [entry.path, printTarget(entry)] as const),
      ...files.map((path) => [path, path] as const),
    ]),
  };
}

function printTarget({ module, inBrowsers }: PackageEntry): Target {
  const everywhere = printModule(module);
  if (inBrowsers === undefined) return everywhere;
  return {
    ...Object.fromEntries(serverConditions.map((condition) => [condition, everywhere])),
    browser: printModule(inBrowsers),
    ...everywhere,
  };
}

/**
 * Prints the conditions of a module. `types@*` never wins over `types` before it. By it a compiler that writes declarations
 * finds the name of the entry point for a type that the file `.d.ts` declares.
 */
function printModule(module: string): Readonly<Record<string, Target>> {
  const declared = { "types@*": `./dist/types/${module}.d.ts` };
  const esm = { types: `./dist/types/${module}.d.mts`, ...declared, default: `./dist/${module}.js` };
  // Declarations in `dist/types` are CommonJS. Only the root has a `.d.cts` too, since each would be one more file to install.
  const types = `./dist/types/${module}.d.${module === "index" ? "c" : ""}ts`;
  const commonJs = { types, ...declared, default: `./dist/${module}.cjs` };
  return { "module-sync": esm, require: commonJs, default: esm };
}
