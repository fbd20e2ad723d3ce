import { existsSync } from "node:fs";
import { join } from "node:path";
import { Project, ts } from "ts-morph";
import { findEntryPoints, findFile } from "../../surface/entry-points.js";
import { readManifest, type SdkFiles } from "../../surface/sdk-files.js";
import { elementsOn } from "./elements.js";
import type { Line, Program } from "./line.js";
import { specifierOf } from "./names.js";

/** A line of a program that does not compile. */
export interface Complaint extends Line {
  /** The compiler's own words. */
  readonly said: string;
}

/** Settings that are strict, as those of most programs are. */
const settings: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Folders of the two sides, which exist in memory alone. */
const places = { old: ".stratus-old", now: ".stratus-new" } as const;

/**
 * The lines of programs that compile with the old version and not with the new one: nothing can be learnt of those that never
 * compiled.
 *
 * @param folder Where packages are found that the SDKs import, such as their runtime.
 * @throws Error if these are not installed.
 */
export function complaintsOf(
  programs: readonly Program[],
  [old, now]: readonly [SdkFiles, SdkFiles],
  folder: string,
): readonly Complaint[] {
  const sides = { old: sideAt(join(folder, places.old), old), now: sideAt(join(folder, places.now), now) };
  const project = projectOf([sides.old, sides.now]);
  for (const { root, files } of Object.values(sides)) {
    for (const [path, text] of files)
      if (/\.[mc]?ts$/.test(path)) project.createSourceFile(join(root, path), text);
    for (const [index, { text }] of programs.entries())
      project.createSourceFile(join(root, `program-${index}.ts`), text);
  }
  const program = project.getProgram().compilerObject;
  const saidBy = ({ root }: Side, index: number): ReadonlyMap<number, string> => {
    const file = program.getSourceFile(join(root, `program-${index}.ts`));
    if (!file) return new Map();
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return new Map(
      found.toReversed().map(({ start = 0, messageText }) => {
        const line = file.getLineAndCharacterOfPosition(start).line + 1;
        const [said = ""] = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n");
        return [line, said.replaceAll(`${root}/`, "")] as const;
      }),
    );
  };
  return programs.flatMap(({ lines }, index) => {
    const [never, said] = [saidBy(sides.old, index), saidBy(sides.now, index)];
    return [...said].flatMap(([number, words]): Complaint[] => {
      const line = lines.get(number);
      if (never.has(number) || !line) return [];
      const file = program.getSourceFile(join(sides.old.root, `program-${index}.ts`));
      const isTold = line.elements.length > 0 || !file;
      const elements = isTold ? line.elements : elementsOn(number, file, program.getTypeChecker());
      return [{ text: line.text.trim(), elements, said: words }];
    });
  });
}

/** An SDK where the compiler finds it. */
interface Side extends Pick<SdkFiles, "files"> {
  readonly root: string;
  /** Modules by what programs import. */
  readonly modules: ReadonlyMap<string, string>;
}

function sideAt(root: string, sdk: SdkFiles): Side {
  for (const name of Object.keys(readManifest(sdk)?.dependencies ?? {}))
    if (!isInstalled(name, root))
      throw new Error(`${name} is not installed, which ${sdk.label} imports: run npm install, and try again`);
  const modules = findEntryPoints(sdk).flatMap(({ path, module }) => {
    const file = findFile(module, sdk.files);
    return file === undefined ? [] : [[specifierOf(sdk, path), join(root, file)] as const];
  });
  return { root, files: sdk.files, modules: new Map(modules) };
}

function isInstalled(name: string, place: string): boolean {
  const above = join(place, "..");
  return existsSync(join(place, "node_modules", name)) || (above !== place && isInstalled(name, above));
}

/** A project in which each side sees itself by the name of the package. */
function projectOf(sides: readonly Side[]): Project {
  return new Project({
    compilerOptions: settings,
    skipAddingFilesFromTsConfig: true,
    resolutionHost: (host, options) => {
      const cache = ts.createModuleResolutionCache("/", (name) => name, options());
      return {
        resolveModuleNames: (names, containing) =>
          names.map((name) => {
            const own = sides.find(({ root }) => containing.startsWith(`${root}/`))?.modules.get(name);
            return own === undefined
              ? ts.resolveModuleName(name, containing, options(), host, cache).resolvedModule
              : { resolvedFileName: own, extension: ts.Extension.Ts };
          }),
      };
    },
  });
}
