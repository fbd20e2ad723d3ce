/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/kit/guide/load.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Guide } from "./guide.js";
import type { GuideFile, GuideService } from "./service.js";
import type { GuideEnum, GuideMessage } from "./types.js";

/** The modules of a guide by their keys, each loaded when it is first asked for: what a package's `./guide` exports as `modules`. */
export type GuideModules = Readonly<Record<string, () => Promise<{ readonly file: GuideFile }>>>;

/** A part of a guide, with everything that it names. */
export interface LoadedGuide {
  /** The file that was asked for. */
  readonly file: GuideFile;
  /** Its services by their full names. */
  readonly services: ReadonlyMap<string, GuideService>;
  /** Its messages and all that they reach, by full name, each with the entry of the package that exports it. */
  readonly messages: ReadonlyMap<string, GuideMessage & { readonly entry: string }>;
  /** The enums among them. */
  readonly enums: ReadonlyMap<string, GuideEnum & { readonly entry: string }>;
}

/** Whether data is the index of a guide of the form that this entry point describes. */
export function isGuide(value: unknown): value is Guide {
  return typeof value === "object" && value !== null && "version" in value && value.version === 1;
}

/**
 * Loads a module of a guide and those whose types it names.
 *
 * @param modules The `modules` of the package's `./guide`.
 * @param key The `module` of an entry of the index, or any other key of `modules`.
 * @throws Error if there is no module of that key, which a guide that was written whole never leads to.
 */
export async function loadGuide(modules: GuideModules, key: string): Promise<LoadedGuide> {
  const files = new Map<string, GuideFile>();
  const load = async (one: string): Promise<GuideFile> => {
    const known = files.get(one);
    if (known) return known;
    const module = Object.hasOwn(modules, one) ? modules[one] : undefined;
    if (!module) throw new Error(`the guide has no module ${one}: generate the package again`);
    const { file } = await module();
    files.set(one, file);
    await Promise.all(file.uses.map(load));
    return file;
  };
  const file = await load(key);
  const all = [...files.values()];
  const byName = <T extends object>(partOf: (one: GuideFile) => { readonly [name: string]: T }) =>
    new Map(
      all.flatMap((one) =>
        Object.entries(partOf(one)).map(([name, it]) => [name, { ...it, entry: one.entry }] as const),
      ),
    );
  return {
    file,
    services: new Map(file.services.map((one) => [one.name, one])),
    messages: byName((one) => one.messages),
    enums: byName((one) => one.enums),
  };
}
