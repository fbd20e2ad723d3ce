import { CommandError } from "../../kit/problem.js";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Project, ts } from "ts-morph";
import { findEntryPoints, findFile } from "../../surface/entry-points.js";
import { readManifest, type SdkFiles } from "../../surface/sdk-files.js";
import { findElementsOnLine } from "./elements.js";
import type { Line, Program } from "./line.js";
import { toSpecifier } from "./names.js";

/** A line of a program that no longer compiles. */
export interface CompileError extends Line {
  /** The compiler's error. */
  readonly error: string;
}

/** Strict settings, as most programs use. */
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

/** Folders of the two sides, which only exist in memory. */
const places = { old: ".stratus-old", now: ".stratus-new" } as const;

/**
 * Finds the lines of programs that compile with the old version and not with the new one.
 *
 * @param folder Folder from which the packages that the SDKs import are resolved, such as the runtime.
 * @throws Error if one of these packages is not installed.
 */
export function findCompileErrors(
  programs: readonly Program[],
  [old, now]: readonly [SdkFiles, SdkFiles],
  folder: string,
): readonly CompileError[] {
  const sides = {
    old: placeSide(join(folder, places.old), old),
    now: placeSide(join(folder, places.now), now),
  };
  const project = createProject([sides.old, sides.now]);
  for (const { root, files } of Object.values(sides)) {
    for (const [path, text] of files)
      if (/\.[mc]?ts$/.test(path)) project.createSourceFile(join(root, path), text);
    for (const [index, { text }] of programs.entries())
      project.createSourceFile(join(root, `program-${index}.ts`), text);
  }
  const program = project.getProgram().compilerObject;
  const readErrors = ({ root }: Side, index: number): ReadonlyMap<number, string> => {
    const file = program.getSourceFile(join(root, `program-${index}.ts`));
    if (!file) return new Map();
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return new Map(
      found.toReversed().map(({ start = 0, messageText }) => {
        const line = file.getLineAndCharacterOfPosition(start).line + 1;
        const [message = ""] = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n");
        return [line, message.replaceAll(`${root}/`, "")] as const;
      }),
    );
  };
  return programs.flatMap(({ lines }, index) => {
    const [oldErrors, newErrors] = [readErrors(sides.old, index), readErrors(sides.now, index)];
    return [...newErrors].flatMap(([number, words]): CompileError[] => {
      const line = lines.get(number);
      if (oldErrors.has(number) || !line) return [];
      const file = program.getSourceFile(join(sides.old.root, `program-${index}.ts`));
      const isTold = line.elements.length > 0 || !file;
      const elements = isTold ? line.elements : findElementsOnLine(number, file, program.getTypeChecker());
      return [{ text: line.text.trim(), elements, error: words }];
    });
  });
}

/** An SDK in the compiler's file system. */
interface Side extends Pick<SdkFiles, "files"> {
  readonly root: string;
  /** Modules by the specifier that programs import. */
  readonly modules: ReadonlyMap<string, string>;
}

function placeSide(root: string, sdk: SdkFiles): Side {
  for (const name of Object.keys(readManifest(sdk)?.dependencies ?? {}))
    if (!isInstalled(name, root))
      throw new CommandError(
        "PACKAGE_MISSING",
        `${sdk.label} imports ${name}, which is not installed. Run \`npm install\`, and try again`,
      );
  const modules = findEntryPoints(sdk).flatMap(({ path, module }) => {
    const file = findFile(module, sdk.files);
    return file === undefined ? [] : [[toSpecifier(sdk, path), join(root, file)] as const];
  });
  return { root, files: sdk.files, modules: new Map(modules) };
}

function isInstalled(name: string, place: string): boolean {
  const above = join(place, "..");
  return existsSync(join(place, "node_modules", name)) || (above !== place && isInstalled(name, above));
}

/** Creates a project in which each side resolves the name of the package to itself. */
function createProject(sides: readonly Side[]): Project {
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
