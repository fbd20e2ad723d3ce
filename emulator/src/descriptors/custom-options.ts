import {
  type DescExtension,
  type DescField,
  type DescMethod,
  type DescService,
  getOption,
  hasOption,
  type Registry,
  ScalarType,
} from "@bufbuild/protobuf";

/** How a server treats a field (seed section 4; `field_behavior`). */
export type FieldBehavior = "IMMUTABLE" | "IDENTIFIER" | "INPUT_ONLY" | "OUTPUT_ONLY";

/** What a method does that its name does not show (`method_behavior`). */
export type MethodBehavior = "UPDATER" | "PAGINATED" | "UNSPECIFIED";

const fieldBehaviors: readonly FieldBehavior[] = ["IMMUTABLE", "IDENTIFIER", "INPUT_ONLY", "OUTPUT_ONLY"];
const methodBehaviors: readonly MethodBehavior[] = ["UPDATER", "PAGINATED", "UNSPECIFIED"];

/**
 * The custom options of an API. They are found by their simple name, the
 * options message that they extend, and their type; the package that declares
 * them and their numbers differ from API to API.
 */
export class CustomOptions {
  readonly #serviceName: readonly DescExtension[];
  readonly #methodBehavior: readonly DescExtension[];
  readonly #fieldBehavior: readonly DescExtension[];
  readonly #secret: readonly DescExtension[];

  constructor(registry: Registry) {
    const extensions = [...registry].filter((type) => type.kind === "extension");
    const find = (target: string, names: readonly string[], fits: (option: DescExtension) => boolean) =>
      extensions.filter(
        (option) =>
          option.extendee.typeName === `google.protobuf.${target}` &&
          names.includes(option.name) &&
          fits(option),
      );
    this.#serviceName = find("ServiceOptions", ["api_service_name"], (o) => o.scalar === ScalarType.STRING);
    this.#methodBehavior = find("MethodOptions", ["method_behavior"], (o) => o.enum !== undefined);
    this.#fieldBehavior = find("FieldOptions", ["field_behavior"], (o) => o.enum !== undefined);
    this.#secret = find("FieldOptions", ["sensitive", "credentials"], (o) => o.scalar === ScalarType.BOOL);
  }

  /** Value of `api_service_name`; undefined when the service has none. */
  endpointName(service: DescService): string | undefined {
    for (const option of this.#serviceName) {
      const name: unknown = hasOption(service, option) ? getOption(service, option) : undefined;
      if (typeof name === "string" && name !== "") return name;
    }
    return undefined;
  }

  /** Behaviours that the method declares. */
  methodBehaviors(method: DescMethod): ReadonlySet<MethodBehavior> {
    return readEnums(method, this.#methodBehavior, methodBehaviors);
  }

  /** Behaviours that the field declares. */
  fieldBehaviors(field: DescField): ReadonlySet<FieldBehavior> {
    return readEnums(field, this.#fieldBehavior, fieldBehaviors);
  }

  /** Whether the field is marked `sensitive` or `credentials`: its value is never shown. */
  isSecret(field: DescField): boolean {
    return this.#secret.some((option) => hasOption(field, option) && getOption(field, option) === true);
  }
}

function readEnums<Name extends string>(
  element: DescMethod | DescField,
  options: readonly DescExtension[],
  known: readonly Name[],
): ReadonlySet<Name> {
  const names = new Set<Name>();
  for (const option of options) {
    if (!hasOption(element, option)) continue;
    const value: unknown = getOption(element, option);
    for (const number of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const text = option.enum?.values.find((one) => one.number === number)?.name ?? "";
      const name = known.find((one) => text === one || text.endsWith(`_${one}`));
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}
