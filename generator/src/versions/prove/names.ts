import type { SdkFiles } from "../../surface/sdk-files.js";
import { readManifest } from "../../surface/sdk-files.js";
import { readSurface } from "../../surface/read-surface.js";
import { isForeign, type Declared, type Member, type Surface } from "../../surface/surface.js";

/** A module that a program imports. */
export interface Import {
  /** As the entry point is called: `.`, `./compute/v1`. */
  readonly entry: string;
  /** Its name in the program: `computeV1`. */
  readonly alias: string;
}

/** Entry points that are data for tools. */
const tools = /^\.\/(?:descriptors|guide|services|package\.json)$/;

/** The names that an SDK exports, by the elements of the protos that they were made of. */
export class Names {
  /** The modules that programs import. */
  readonly imports: readonly Import[];
  /** Names that another package has, and an entry point passes on. */
  readonly foreign: readonly { readonly alias: string; readonly name: string }[];
  readonly #places: ReadonlyMap<string, { readonly alias: string; readonly declared: Declared }>;

  constructor({ entries }: Surface) {
    this.imports = [...entries.keys()]
      .filter((entry) => !tools.test(entry))
      .map((entry) => ({ entry, alias: aliasOf(entry) }));
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

  /** The name of an element in a program, `computeV1.Disk`; undefined if no entry point exports it. */
  find(element: string): string | undefined {
    const place = this.#places.get(element);
    return place && `${place.alias}.${place.declared.name}`;
  }

  /** Members of the type that was made of an element. */
  members(element: string): readonly Member[] {
    const shape = this.#places.get(element)?.declared.type?.shape;
    return shape?.kind === "object" ? shape.members : [];
  }

  /** Members of the value that was made of an element. */
  values(element: string): readonly Member[] {
    const shape = this.#places.get(element)?.declared.value?.shape;
    return shape?.kind === "object" ? shape.members : [];
  }
}

/** The names of a side. */
export function namesOf(sdk: SdkFiles): Names {
  return new Names(readSurface(sdk));
}

/** The name by which programs import an entry point: `@acme/cloud/compute/v1`; sources without a package are `sdk`. */
export function specifierOf(sdk: SdkFiles, entry: string): string {
  return `${readManifest(sdk)?.name ?? "sdk"}${entry.slice(1)}`;
}

function aliasOf(entry: string): string {
  const [first = "", ...rest] = entry.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  // A number or a reserved word is no name, nor is what lines of the program call their own: `client`, `request`.
  const alias = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
  const isOwn = /^[A-Za-z]/.test(alias) && (rest.length > 0 || /^v\d/.test(alias));
  return isOwn ? alias : `sdk${alias.charAt(0).toUpperCase()}${alias.slice(1)}`;
}
