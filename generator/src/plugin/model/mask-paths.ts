import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Statements } from "@stratus/convention";
import type { MarksOf } from "../codecs/module.js";
import { isAdapted } from "./fields.js";
import type { Names } from "./names.js";

/** A place of a resource that a reset mask can name. */
export interface MaskPath {
  /** As the header has it, by the names of the proto: `spec.secondary_disks.*.size`. */
  readonly path: readonly string[];
  /** As the builder of masks has it, by properties: `spec`, `secondaryDisks`, `each`, `size`. */
  readonly builder: readonly string[];
  readonly behaviors: readonly string[];
  /** A list or a map. */
  readonly isMany: boolean;
  /** A resource must have it, so that nobody clears it. */
  readonly isRequired: boolean;
}

/** What is asked to find paths. */
export interface MaskSource {
  readonly names: Pick<Names, "property">;
  readonly marksOf: MarksOf;
  readonly statements: Statements;
}

/** Steps into structures; what is deeper goes on in the same way. */
const deepest = 4;

/**
 * The places of an update's request that a mask can name: fields, what is in structures, and what is in the
 * elements of lists and maps. What only the server sets is left out, and a structure within itself is not entered again.
 */
export function findMaskPaths(request: DescMessage, from: MaskSource): readonly MaskPath[] {
  const walk = (message: DescMessage, above: MaskPath, around: readonly DescMessage[]): readonly MaskPath[] =>
    message.fields.flatMap((field) => {
      const { behaviors } = from.marksOf(field);
      if (behaviors.includes("OUTPUT_ONLY")) return [];
      const here = {
        path: [...above.path, field.name],
        builder: [...above.builder, ...propertiesOf(field, from)],
        behaviors,
        isRequired: from.statements.field(field).requiredBy.length > 0,
        isMany: field.fieldKind === "list" || field.fieldKind === "map",
      };
      const held = structureIn(field);
      if (!held || around.includes(held) || around.length >= deepest) return [here];
      const inside = here.isMany
        ? { ...here, path: [...here.path, "*"], builder: [...here.builder, "each"] }
        : here;
      return [here, ...walk(held, inside, [...around, held])];
    });
  return walk(request, { path: [], builder: [], behaviors: [], isMany: false, isRequired: false }, [request]);
}

function propertiesOf(field: DescField, { names }: MaskSource): readonly string[] {
  const own = names.property(field);
  return field.oneof ? [names.property(field.oneof), own] : [own];
}

/** The message that a field holds, one or many, where it is one in TypeScript too. */
function structureIn(field: DescField): DescMessage | undefined {
  const held = field.message;
  return held && !isAdapted(held) && !isLeaf(held) ? held : undefined;
}

/** Messages that programs take for one value. */
function isLeaf({ typeName }: DescMessage): boolean {
  return ["google.protobuf.Timestamp", "google.protobuf.Duration", "google.protobuf.Any"].includes(typeName);
}
