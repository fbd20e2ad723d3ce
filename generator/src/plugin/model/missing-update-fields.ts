import type { DescFile } from "@bufbuild/protobuf";
import {
  type Annotations,
  type CustomOptions,
  findMissingUpdateFields,
  findModify,
} from "@stratus/convention";

/** How many Updates a warning names. */
const maxNamed = 20;

/**
 * Describes the Updates that a server rejects if it validates the request instead of the resulting resource: their number,
 * and the fields that they cannot send. Undefined if there are none.
 */
export function describeMissingUpdateFields(
  files: readonly DescFile[],
  options: CustomOptions,
  annotations: Annotations,
): string | undefined {
  const modifies = files.flatMap(({ services }) => services.flatMap((one) => findModify(one, options) ?? []));
  const concerned = modifies.flatMap((modify) => {
    const missing = findMissingUpdateFields(modify, annotations);
    return missing.length > 0 ? [{ service: modify.update.parent, missing }] : [];
  });
  if (concerned.length === 0) return undefined;
  const places = concerned.slice(0, maxNamed).map(({ service, missing }) => {
    const fields = missing.map(({ path, reason }) => `${path} (${reason})`);
    return `  ${service.file.proto.name}: ${service.typeName}: ${fields.join(", ")}`;
  });
  const more = concerned.length - places.length;
  return [
    `${concerned.length} of ${modifies.length} modify methods cannot send every field that the rules of their Update require; ` +
      "a server that validates the request alone rejects some of them:",
    ...places,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}
