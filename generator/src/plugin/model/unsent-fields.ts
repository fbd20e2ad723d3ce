import type { DescFile, DescService } from "@bufbuild/protobuf";
import {
  type CustomOptions,
  findModify,
  findUnsentFields,
  type Statements,
  type UnsentField,
} from "@stratus/convention";

/** So many Updates are named. */
const maxNamed = 20;

/** The fields that the `modify` of a service cannot send though rules ask for them. */
export function unsentFieldsOf(
  service: DescService,
  options: CustomOptions,
  statements: Statements,
): readonly UnsentField[] {
  const modify = findModify(service, options);
  return modify ? findUnsentFields(modify, statements) : [];
}

/**
 * A note about the Updates that a server refuses if it judges requests alone, and not the resource that they make: how many
 * of how many, and what they lack. Undefined if there are none.
 */
export function noteUnsentFields(
  files: readonly DescFile[],
  options: CustomOptions,
  statements: Statements,
): string | undefined {
  const services = files.flatMap((file) => file.services).filter((one) => findModify(one, options));
  const lacking = services.flatMap((service) => {
    const unsent = unsentFieldsOf(service, options, statements);
    return unsent.length > 0 ? [{ service, unsent }] : [];
  });
  if (lacking.length === 0) return undefined;
  const places = lacking.slice(0, maxNamed).map(({ service, unsent }) => {
    const fields = unsent.map(({ path, why }) => `${path} (${why})`);
    return `  ${service.file.proto.name}: ${service.typeName}: ${fields.join(", ")}`;
  });
  const more = lacking.length - places.length;
  return [
    `${lacking.length} of ${services.length} modify methods cannot send all that the rules of their Update ask for; ` +
      "a server that judges requests alone refuses some of what they send:",
    ...places,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}
