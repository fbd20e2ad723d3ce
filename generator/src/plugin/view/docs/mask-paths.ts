import type { GuideTypes } from "../../../kit/complete-guide.js";

/** A place of a resource that a reset mask can name. */
export interface MaskPath {
  /** As the header has it, by the names of the proto: `spec.secondary_disks.*.size`. */
  readonly path: readonly string[];
  /** As the builder of masks has it, by properties: `spec`, `secondaryDisks`, `each`, `size`. */
  readonly builder: readonly string[];
  readonly behaviors: readonly string[];
  /** A list or a map. */
  readonly isMany: boolean;
  /** A resource must have it, or its limits may refuse that it is empty: nobody clears it. */
  readonly isNeeded: boolean;
}

/** Steps into structures; what is deeper goes on in the same way. */
const deepest = 4;

/**
 * Finds the paths of an update's request that a mask can name: fields, members of structures, and members of the
 * elements of lists and maps. It omits fields that only the server sets, and does not enter a structure within
 * itself.
 */
export function findMaskPaths(typeName: string, types: GuideTypes): readonly MaskPath[] {
  const walk = (name: string, above: MaskPath, around: readonly string[]): readonly MaskPath[] => {
    const message = types.message(name);
    return (message?.fields ?? []).flatMap((field) => {
      const { behaviors = [], type = "", isList = false, mapKey, isRequired, limits } = field;
      if (behaviors.includes("OUTPUT_ONLY")) return [];
      const oneof = message?.oneofs?.find((one) => one.name === field.oneof);
      const here = {
        path: [...above.path, field.name],
        builder: [...above.builder, ...(oneof ? [oneof.property] : []), field.property],
        behaviors,
        isNeeded: isRequired === true || limits !== undefined,
        isMany: isList || mapKey !== undefined,
      };
      // Others are values in TypeScript, or one that programs take for one.
      const isStructure = field.kind === "message" && types.message(type) !== undefined;
      if (!isStructure || around.includes(type) || around.length >= deepest) return [here];
      const inside = here.isMany
        ? { ...here, path: [...here.path, "*"], builder: [...here.builder, "each"] }
        : here;
      return [here, ...walk(type, inside, [...around, type])];
    });
  };
  const nothing = { path: [], builder: [], behaviors: [], isMany: false, isNeeded: false };
  return walk(typeName, nothing, [typeName]);
}
