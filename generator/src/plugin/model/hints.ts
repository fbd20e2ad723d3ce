import type { DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import {
  describeCelRules,
  type CustomOptions,
  describeChoice,
  isDocumentedAsRequired,
  describeLimits,
  readIdTypes,
  readResourceReference,
  type Annotations,
  type NameEnumValue,
} from "@stratus/convention";
import type { Hints, HintsOf } from "../codecs/comments.js";
import type { Names } from "./names.js";

/** The sources of hints. */
export interface HintSource {
  readonly annotations: Annotations;
  readonly options: CustomOptions;
  readonly names: Pick<Names, "property" | "values">;
}

const noHints: Hints = { isRequired: false, behaviors: [], limits: [] };

/** Describes annotations of messages for the doc comments. */
export function describeHints({ annotations, options, names }: HintSource): HintsOf {
  const nameOf: NameEnumValue = (value) => names.values(value.parent).local.get(value) ?? value.name;
  return (element) => {
    switch (element.kind) {
      case "message":
        return { ...noHints, limits: limitsOfMessage(element, annotations, names) };
      case "oneof":
        return ofOneof(element, annotations);
      case "field":
        return ofField(element, { annotations, options }, nameOf);
      default:
        return noHints;
    }
  };
}

function ofField(
  field: DescField,
  { annotations, options }: Pick<HintSource, "annotations" | "options">,
  nameOf: NameEnumValue,
): Hints {
  // Most fields have no options, and asking for each takes longer than all else that is said here.
  if (!field.proto.options && field.proto.label !== requiredLabel) return noHints;
  const stated = annotations.field(field);
  const limits = [
    ...referenceInWords(field, options),
    ...idTypesInWords(field, options),
    ...describeLimits(field, stated, nameOf),
  ];
  return { isRequired: isDocumentedAsRequired(stated), behaviors: stated.behaviors, limits };
}

/** The resource that a text names (AIP-4231). */
function referenceInWords(field: DescField, options: CustomOptions): readonly string[] {
  const found = readResourceReference(field, options);
  if (found === undefined || found.type === "*") return [];
  return [found.kind === "parent" ? `The parent of \`${found.type}\`` : `The name of a \`${found.type}\``];
}

/** The types that an identifier or a parent may have. */
function idTypesInWords(field: DescField, options: CustomOptions): readonly string[] {
  const { ids = [], parents = [] } = readIdTypes(field, options);
  return [
    ...(ids.length > 0 ? [`The ID of a ${formatTypes(ids)}`] : []),
    ...(parents.length > 0 ? [`The parent is a ${formatTypes(parents)}`] : []),
  ];
}

function formatTypes(types: readonly string[]): string {
  return types.map((one) => `\`${one}\``).join(" or ");
}

/** `LABEL_REQUIRED` of proto2. */
const requiredLabel = 2;

function ofOneof(oneof: DescOneof, annotations: Annotations): Hints {
  const { isRequired, behaviors } = annotations.oneof(oneof);
  return { isRequired, behaviors, limits: [] };
}

/** Rules over several fields of a message, which are called as in code. */
function limitsOfMessage(
  message: DescMessage,
  annotations: Annotations,
  names: Pick<Names, "property">,
): readonly string[] {
  if (!message.proto.options) return [];
  const { choices, cel } = annotations.message(message);
  const local = (name: string): string => {
    const field = message.fields.find((one) => one.name === name);
    return `\`${field ? names.property(field) : name}\``;
  };
  return [
    ...choices.map((choice) => describeChoice({ ...choice, fields: choice.fields.map(local) })),
    ...describeCelRules(cel),
  ];
}
