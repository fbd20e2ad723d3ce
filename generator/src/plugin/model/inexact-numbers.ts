import type { DescField, DescFile } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { FieldOptions_JSType } from "@bufbuild/protobuf/wkt";

/** Maximum number of fields to name. */
const maxFields = 5;

/**
 * Describes the fields with `jstype = JS_NUMBER`, which the generator ignores: a `number` is exact only up to 2^53. Undefined
 * if no field has it.
 */
export function describeInexactNumbers(files: readonly DescFile[]): string | undefined {
  const fields = files
    .flatMap((file) => [...nestedTypes(file)])
    .flatMap((type) => (type.kind === "message" ? type.fields.filter(isInexact) : []));
  if (fields.length === 0) return undefined;
  const names = fields.slice(0, maxFields).map(({ parent, name }) => `${parent.typeName}.${name}`);
  const more = fields.length > names.length ? ` and ${fields.length - names.length} more` : "";
  return `jstype = JS_NUMBER is ignored, because a number is exact only up to 2^53. These fields are bigint: ${names.join(", ")}${more}. Set JS_STRING for strings`;
}

function isInexact({ proto }: DescField): boolean {
  return proto.options?.jstype === FieldOptions_JSType.JS_NUMBER;
}
