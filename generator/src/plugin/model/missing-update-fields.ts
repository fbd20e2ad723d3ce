import type { DescFile, DescService } from "@bufbuild/protobuf";
import {
  type CustomOptions,
  findModify,
  findLackingFields,
  type Statements,
  type LackingField,
} from "@stratus/convention";

/** How many Updates a warning names. */
const maxNamed = 20;

/** Finds fields that validation rules require and that the `modify` of a service cannot send. */
export function findMissingUpdateFields(
  service: DescService,
  options: CustomOptions,
  statements: Statements,
): readonly LackingField[] {
  const modify = findModify(service, options);
  return modify ? findLackingFields(modify, statements) : [];
}

/**
 * Describes the Updates that a server rejects if it validates the request instead of the resulting resource: their number,
 * and the fields that they lack. Undefined if there are none.
 */
export function describeMissingUpdateFields(
  files: readonly DescFile[],
  options: CustomOptions,
  statements: Statements,
): string | undefined {
  const services = files.flatMap((file) => file.services).filter((one) => findModify(one, options));
  const concerned = services.flatMap((service) => {
    const lacking = findMissingUpdateFields(service, options, statements);
    return lacking.length > 0 ? [{ service, lacking }] : [];
  });
  if (concerned.length === 0) return undefined;
  const places = concerned.slice(0, maxNamed).map(({ service, lacking }) => {
    const fields = lacking.map(({ path, why }) => `${path} (${why})`);
    return `  ${service.file.proto.name}: ${service.typeName}: ${fields.join(", ")}`;
  });
  const more = concerned.length - places.length;
  return [
    `${concerned.length} of ${services.length} modify methods cannot send every field that the rules of their Update require; ` +
      "a server that validates the request alone rejects some of them:",
    ...places,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}
