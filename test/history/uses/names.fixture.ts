import type { SdkFiles } from "../../../generator/src/surface/sdk-files.js";
import { readManifest } from "../../../generator/src/surface/sdk-files.js";
import { readSurface } from "../../../generator/src/surface/read-surface.js";
import {
  isForeign,
  type Declared,
  type Member,
  type Surface,
} from "../../../generator/src/surface/surface.js";

/** A module that a program imports. */
export interface Import {
  /** The entry point, such as `.` or `./compute/v1`. */
  readonly entry: string;
  /** Its namespace in the program, such as `computeV1`. */
  readonly alias: string;
}

/** Entry points with data for tools. */
const tools = /^\.\/(?:descriptors|guide|services|package\.json)$/;

/** The names that an SDK exports, by the proto elements from which they were generated. */
export class Names {
  /** The modules that programs import. */
  readonly imports: readonly Import[];
  /** Names of other packages that an entry point reexports. */
  readonly foreign: readonly { readonly alias: string; readonly name: string }[];
  readonly #places: ReadonlyMap<string, { readonly alias: string; readonly declared: Declared }>;

  constructor({ entries }: Surface) {
    this.imports = [...entries.keys()]
      .filter((entry) => !tools.test(entry))
      .map((entry) => ({ entry, alias: toAlias(entry) }));
    const foreign: { alias: string; name: string }[] = [];
    const places = new Map<string, { alias: string; declared: Declared }>();
    for (const { entry, alias } of this.imports)
      for (const declared of entries.get(entry)?.names.values() ?? []) {
        const element = declared.note.origin?.element;
        const isClient = element?.startsWith("service ") !== true || declared.value?.kind === "class";
        if (element === undefined && isForeign(declared)) foreign.push({ alias, name: declared.name });
        if (element !== undefined && isClient && !places.has(element))
          places.set(element, { alias, declared });
      }
    this.foreign = foreign;
    this.#places = places;
  }

  /** Returns the name of an element in a program, such as `computeV1.Disk`; undefined if no entry point exports it. */
  find(element: string): string | undefined {
    const place = this.#places.get(element);
    return place && `${place.alias}.${place.declared.name}`;
  }

  /** Returns the members of the type of an element. */
  members(element: string): readonly Member[] {
    const shape = this.#places.get(element)?.declared.type?.shape;
    return shape?.kind === "object" ? shape.members : [];
  }

  /** Returns the members of the value of an element. */
  values(element: string): readonly Member[] {
    const shape = this.#places.get(element)?.declared.value?.shape;
    return shape?.kind === "object" ? shape.members : [];
  }
}

/** Reads the names of a side. */
export function readNames(sdk: SdkFiles): Names {
  return new Names(readSurface(sdk));
}

/** Returns the specifier of an entry point: `@acme/cloud/compute/v1`. The package is `sdk` for sources without a name. */
export function toSpecifier(sdk: SdkFiles, entry: string): string {
  return `${readManifest(sdk)?.name ?? "sdk"}${entry.slice(1)}`;
}

function toAlias(entry: string): string {
  const [first = "", ...rest] = entry.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  // An alias must not be a number, a reserved word or a parameter of the program's lines, such as `client`.
  const alias = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
  const isOwn = /^[A-Za-z]/.test(alias) && (rest.length > 0 || /^v\d/.test(alias));
  return isOwn ? alias : `sdk${alias.charAt(0).toUpperCase()}${alias.slice(1)}`;
}
