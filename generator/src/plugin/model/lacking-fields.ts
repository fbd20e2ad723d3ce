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

/** The fields that the `modify` of a service cannot send though rules ask for them. */
export function lackingFieldsOf(
  service: DescService,
  options: CustomOptions,
  statements: Statements,
): readonly LackingField[] {
  const modify = findModify(service, options);
  return modify ? findLackingFields(modify, statements) : [];
}

/**
 * A note about the Updates that a server refuses if it judges requests alone, and not the resource that they make: how many
 * of how many, and what they lack. Undefined if there are none.
 */
export function noteLackingFields(
  files: readonly DescFile[],
  options: CustomOptions,
  statements: Statements,
): string | undefined {
  const services = files.flatMap((file) => file.services).filter((one) => findModify(one, options));
  const concerned = services.flatMap((service) => {
    const lacking = lackingFieldsOf(service, options, statements);
    return lacking.length > 0 ? [{ service, lacking }] : [];
  });
  if (concerned.length === 0) return undefined;
  const places = concerned.slice(0, maxNamed).map(({ service, lacking }) => {
    const fields = lacking.map(({ path, why }) => `${path} (${why})`);
    return `  ${service.file.proto.name}: ${service.typeName}: ${fields.join(", ")}`;
  });
  const more = concerned.length - places.length;
  return [
    `${concerned.length} of ${services.length} modify methods cannot send all that the rules of their Update ask for; ` +
      "a server that judges requests alone refuses some of what they send:",
    ...places,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}
