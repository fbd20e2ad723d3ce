/**
 * Decides with the TypeScript compiler what a changed declaration breaks.
 *
 * - `compiler.ts` compiles both versions in memory.
 * - `changed-file.ts` and `declaration-writer.ts` write each old declaration among the types of the new version, so that
 *   only the declaration itself is old.
 * - `request-inputs.ts` and `type-uses.ts` read from the surface what programs do with types: the members of requests that
 *   they pass, and the types that they create.
 * - `type-probes.ts`, `value-probes.ts` and `call-probes.ts` write uses of the old declarations, one per line.
 *
 * A line that compiles with the old version and not with the new one is a break. Lines in the other direction find
 * changes that no program can notice.
 */
import { ts } from "ts-morph";
import type { SdkFiles } from "../../surface/sdk-files.js";
import { Modules, type KnownModules } from "../../surface/read-surface.js";
import type { Surface } from "../../surface/surface.js";
import type { Use } from "../finding/finding.js";
import {
  createNameFinder,
  toNow,
  toOldType,
  toOldValue,
  writeChangedFile,
  type ChangedFile,
  type JudgedSide,
  type Pair,
} from "./changed-file.js";
import { findMissingPackages, findUnjudged, readErrors } from "./compile-errors.js";
import { Compiler, CompilerSide } from "./compiler.js";
import { writeEnumProbes } from "./enum-probes.js";
import { isOptional, toAccess, type Probe, type Subject } from "./probe.js";
import { writeReverseProbes } from "./reverse-probes.js";
import { writeNameProbe, writeTypeProbes } from "./type-probes.js";
import { writeValueProbes } from "./value-probes.js";

/** A use of a changed declaration that no longer compiles. */
export interface Break {
  /** The line, with the names of the package. */
  readonly line: string;
  /** The compiler's error. */
  readonly error: string;
  /** The member no longer exists. */
  readonly isRemoved: boolean;
}

/** The verdict of the compiler on a changed declaration. */
export interface Judgement {
  /** Breaks by member, and by member and case of a oneof; those of the whole declaration have an empty key. */
  readonly breaks: ReadonlyMap<string, Break>;
  /** Members that programs cannot tell from the old ones, and an empty key if that is true of the whole declaration. */
  readonly same: ReadonlySet<string>;
  /** Programs create instances of a class as before. */
  readonly isConstructedAlike: boolean;
  /** Members of the old type, including inherited ones. */
  readonly oldMembers: ReadonlySet<string>;
}

/** Judgements of several declarations. */
export interface Judgements {
  readonly list: readonly (Judgement | undefined)[];
  /** Packages that are not installed, whose types cannot be compared. */
  readonly missingPackages: readonly string[];
}

/** A side of a comparison. */
export interface Judgeable {
  readonly files: SdkFiles;
  readonly surface: Surface;
}

/** A changed declaration, and how programs use its type. */
export interface JudgedPair extends Pair {
  readonly use: Use;
  /** Members whose texts differ; undefined if the whole declaration may have changed. */
  readonly changedMembers: ReadonlySet<string> | undefined;
}

/**
 * Judges changed declarations in one run of the compiler.
 *
 * @returns Judgements in the order of the pairs. They are undefined for declarations that cannot be judged, because a
 *   class extends an expression, or because a package that they import is not installed.
 */
export function judge(
  pairs: readonly JudgedPair[],
  before: Judgeable,
  after: Judgeable,
  known: KnownModules,
): Judgements {
  if (pairs.length === 0) return { list: [], missingPackages: [] };
  const side = ({ surface, files }: Judgeable, name: string, other: SdkFiles): JudgedSide => ({
    surface,
    modules: new Modules(files.files, known),
    place: new CompilerSide(files, name, [other]),
  });
  const old = side(before, "old", after.files);
  const now = side(after, "new", before.files);
  return new Judges(pairs, old, now).judge();
}

class Judges {
  readonly #pairs: readonly JudgedPair[];
  readonly #compiler: Compiler;
  readonly #oldFile: ChangedFile;
  readonly #newFile: ChangedFile;

  constructor(pairs: readonly JudgedPair[], old: JudgedSide, now: JudgedSide) {
    this.#pairs = pairs;
    const findName = createNameFinder(old, now);
    this.#oldFile = writeChangedFile(pairs, old, old, findName);
    this.#newFile = writeChangedFile(pairs, old, now, findName);
    this.#compiler = new Compiler([old.place, now.place]);
  }

  judge(): Judgements {
    const files = [this.#oldFile, this.#newFile];
    const program = this.#compiler.compile(new Map(files.map(({ path, text }) => [path, text])));
    const unjudged = new Set(files.flatMap((file) => [...findUnjudged(program, file)]));
    const subjects = this.#pairs.map((_, index) =>
      unjudged.has(index) ? undefined : this.#readSubject(program, index),
    );
    const probes = subjects.flatMap((one) => one?.probes ?? []);
    const errors = this.#compileProbes(probes);
    const list = subjects.map((subject, index) => {
      if (!subject) return undefined;
      const own = probes.flatMap((probe, at) => (probe.pair === index ? [{ probe, at }] : []));
      return toJudgement(subject, own, errors, this.#pairs[index]?.name ?? "");
    });
    return { list, missingPackages: findMissingPackages(program, this.#newFile.path) };
  }

  /** Writes the probes of a pair, from the types of both versions. */
  #readSubject(program: ts.Program, index: number): ReadSubject | undefined {
    const pair = this.#pairs[index];
    const written = this.#oldFile.written[index];
    const current = this.#newFile.current[index];
    if (!pair || !written || !current) return undefined;
    const checker = program.getTypeChecker();
    const oldExports = readExports(program, checker, this.#oldFile.path);
    const newExports = readExports(program, checker, this.#newFile.path);
    const type = oldExports.typeOf(toOldType(index));
    const value = oldExports.valueOf(toOldValue(index));
    const { parameters, arguments: list } = written;
    const subject: Subject = {
      pair: index,
      name: pair.name,
      checker,
      use: pair.use,
      parameters,
      arguments: list,
      isChanged: (key) => pair.changedMembers?.has(key) !== false,
    };
    const plain = { ...subject, parameters: "" };
    const instances = written.instances.map((one): Subject => ({ ...plain, arguments: one }));
    const variants = [
      ...(instances.length === 0 ? [subject] : instances),
      ...(written.hasDefaults && parameters !== "" ? [{ ...plain, arguments: "" }] : []),
    ];
    const isEnum = pair.before.value?.kind === "enum";
    const probes =
      isEnum && value
        ? writeEnumProbes(subject, value)
        : [
            ...(type ? [writeNameProbe(subject)] : []),
            ...variants.flatMap((one) => (type ? writeTypeProbes(one, type, written.isClass) : [])),
            ...(value ? writeValueProbes(subject, value, written, type) : []),
            ...variants.flatMap((one) => writeReverseProbes(one, current, type, value)),
          ];
    const newType = newExports.typeOf(toNow(index));
    return {
      probes,
      oldMembers: listMembers(type),
      newMembers: listMembers(newType, true),
    };
  }

  /** Compiles all probes with both versions. Returns the errors of those that only fail with the new one, by index. */
  #compileProbes(probes: readonly Probe[]): ReadonlyMap<number, string> {
    const text = probes.map(toStatement).join("\n");
    const files = [this.#oldFile, this.#newFile].map((file) => ({ ...file, text: `${file.text}\n${text}` }));
    const program = this.#compiler.compile(new Map(files.map(({ path, text: whole }) => [path, whole])));
    const [old, now] = files.map((file) => readErrors(program, file.path, file.lines.length));
    return new Map(
      [...(now ?? [])].filter(([at]) => probes[at]?.kind === "reverse" || old?.has(at) !== true),
    );
  }
}

/** A pair with its probes. */
interface ReadSubject {
  readonly probes: readonly Probe[];
  readonly oldMembers: ReadonlySet<string>;
  /** Required members of the new type. */
  readonly newMembers: ReadonlySet<string>;
}

interface PlacedProbe {
  readonly probe: Probe;
  readonly at: number;
}

function toJudgement(
  { oldMembers, newMembers }: ReadSubject,
  probes: readonly PlacedProbe[],
  errors: ReadonlyMap<number, string>,
  name: string,
): Judgement {
  const breaks = new Map<string, Break>();
  const add = (key: string, { shown }: Probe, error: string): void => {
    const isRemoved =
      key !== "" && /^Property '.*' does not exist on type |has no exported member/.test(error);
    // Nobody has to know the type of what no longer exists.
    const text = isRemoved ? shown.replace(/^(.*?\(one: [^()]*\)): .* => (one\S*)$/, "$1 => $2") : shown;
    const line = toPlainError(text, name);
    if (!breaks.has(key)) breaks.set(key, { line, error: toPlainError(error, name), isRemoved });
  };
  const failed = probes.flatMap(({ probe, at }) => {
    const error = errors.get(at);
    return error === undefined || probe.kind === "reverse" ? [] : [{ probe, error }];
  });
  // If the name itself cannot be used as before, neither can its members.
  const whole = failed.find(({ probe }) => probe.kind === "name");
  if (whole) add("", whole.probe, whole.error);
  else {
    for (const { probe, error } of failed) if (probe.kind !== "literal") add(probe.key, probe, error);
    for (const { probe, error } of failed) {
      if (probe.kind !== "literal") continue;
      const missing = [...newMembers].filter((one) => !oldMembers.has(one));
      for (const one of missing) add(one, probe, error);
      if (missing.length === 0 && breaks.size === 0) add("", probe, error);
    }
  }
  const reverse = probes.filter(({ probe }) => probe.kind === "reverse");
  const noticed = new Set(reverse.filter(({ at }) => errors.has(at)).map(({ probe }) => probe.key));
  const same = new Set(
    reverse.map(({ probe }) => probe.key).filter((one) => !noticed.has(one) && !breaks.has(one)),
  );
  return { breaks, same, isConstructedAlike: !noticed.has("constructor"), oldMembers };
}

/**
 * Replaces the names that only the judge uses, and keeps one line of an error: the last one if the first one names the same
 * type twice.
 */
function toPlainError(error: string, name: string): string {
  const lines = error
    .replaceAll(/\b(?:typeof )?(?:Old|OldValue|Now|New|NewValue)\$\d+/g, name)
    .replaceAll(/\bName\$\d+\b/g, name)
    .replaceAll(/import\("[^"]*"\)\./g, "")
    .split("\n")
    .map((line) => line.trim());
  const [first = ""] = lines;
  return /^Type '(.*)' is not assignable to type '\1'/.test(first) ? (lines.at(-1) ?? first) : first;
}

function toStatement({ text }: Probe, index: number): string {
  const isClass = /^(?:abstract )?class /.test(text);
  return isClass
    ? `export ${text.replace("class ", `class Probe${index} `)}`
    : `export const probe${index} = ${text};`;
}

interface ReadExports {
  typeOf(name: string): ts.Type | undefined;
  valueOf(name: string): ts.Type | undefined;
}

function readExports(program: ts.Program, checker: ts.TypeChecker, path: string): ReadExports {
  const file = program.getSourceFile(path);
  const module = file && checker.getSymbolAtLocation(file);
  const find = (name: string): ts.Symbol | undefined => {
    const found = module?.exports?.get(ts.escapeLeadingUnderscores(name));
    return found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  };
  return {
    typeOf: (name) => {
      const symbol = find(name);
      return symbol && symbol.flags & ts.SymbolFlags.Type
        ? checker.getDeclaredTypeOfSymbol(symbol)
        : undefined;
    },
    valueOf: (name) => {
      const symbol = find(name);
      return symbol && symbol.flags & ts.SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : undefined;
    },
  };
}

function listMembers(type: ts.Type | undefined, isRequiredOnly = false): ReadonlySet<string> {
  const properties = (type?.getProperties() ?? []).filter((one) => !isRequiredOnly || !isOptional(one));
  return new Set(properties.flatMap((one) => toAccess(one)?.key ?? []));
}
