import type { DescField, DescFile, DescMessage, DescOneof } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import {
  listUncheckedCel,
  listUncheckedRules,
  type UncheckedRule,
  type Annotations,
  listUnsupportedRules,
  type ValueRules,
} from "@stratus/convention";

/** A rule that only the server checks, and its element. */
export interface PlacedUncheckedRule extends UncheckedRule {
  readonly element: DescField | DescMessage | DescOneof;
  /** The rule is not understood, which may be a mistake. The others are meant for the server. */
  readonly isUnsupported: boolean;
}

/** How many places a warning names. */
const maxPlaces = 20;

/** The number of rules of the messages of an API, and the rules that only the server checks. */
export interface RuleCount {
  readonly total: number;
  readonly unchecked: readonly PlacedUncheckedRule[];
}

/** Counts the rules of all messages of files. */
export function countRules(files: readonly DescFile[], annotations: Annotations): RuleCount {
  const messages = files.flatMap((file) => [...nestedTypes(file)]).filter((one) => one.kind === "message");
  return {
    total: messages.reduce((sum, message) => sum + countIn(message, annotations), 0),
    unchecked: messages.flatMap((message) => findUnchecked(message, annotations)),
  };
}

/**
 * Describes the rules that clients do not check: their number, the reasons, and the places of those that are not
 * understood. Undefined if clients check all rules.
 */
export function describeUncheckedRules(
  files: readonly DescFile[],
  annotations: Annotations,
): string | undefined {
  const { total, unchecked } = countRules(files, annotations);
  if (unchecked.length === 0) return undefined;
  const reasons = new Map<string, number>();
  for (const { reason } of unchecked) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const unsupported = unchecked.filter(({ isUnsupported }) => isUnsupported);
  const places = unsupported.slice(0, maxPlaces).map(placeText);
  const more = unsupported.length - places.length;
  return [
    `${unchecked.length} of ${total} validation rules are checked by the server alone:`,
    ...[...reasons].map(([reason, count]) => `  ${count}: ${reason}`),
    ...(places.length > 0 ? ["These are not understood:", ...places] : []),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}

function placeText({ element, rule, reason }: PlacedUncheckedRule): string {
  const { file } = element.kind === "message" ? element : element.parent;
  return `  ${file.proto.name}: ${element.toString()}: ${rule}: ${reason}`;
}

function findUnchecked(message: DescMessage, annotations: Annotations): PlacedUncheckedRule[] {
  const own = annotations.message(message);
  return [
    ...placed(message, listUncheckedCel(own.cel), own.unsupported),
    ...message.oneofs.flatMap((oneof) => placed(oneof, [], annotations.oneof(oneof).unsupported)),
    ...message.fields.flatMap((field) => {
      const { rules } = annotations.field(field);
      return placed(field, listUncheckedRules(rules), listUnsupportedRules(rules));
    }),
  ];
}

function placed(
  element: PlacedUncheckedRule["element"],
  unchecked: readonly UncheckedRule[],
  unsupported: readonly UncheckedRule[],
): PlacedUncheckedRule[] {
  return [
    ...unchecked.map((one) => ({ ...one, element, isUnsupported: false })),
    ...unsupported.map((one) => ({ ...one, element, isUnsupported: true })),
  ];
}

/** Counts the rules of a message and its fields. */
function countIn(message: DescMessage, annotations: Annotations): number {
  const { choices, cel, unsupported } = annotations.message(message);
  const oneofs = message.oneofs.map((oneof) => annotations.oneof(oneof));
  const fields = message.fields.map((field) => annotations.field(field));
  return (
    choices.length +
    cel.length +
    unsupported.length +
    sum(oneofs.map((oneof) => Number(oneof.isRequired) + oneof.unsupported.length)) +
    sum(fields.map(({ requiredBy, rules }) => Number(requiredBy.length > 0) + countValueRules(rules)))
  );
}

function countValueRules({ rules, cel, unsupported, items, keys, values }: ValueRules): number {
  const inside = [items, keys, values].map((one) => (one ? countValueRules(one) : 0));
  return rules.length + cel.length + unsupported.length + sum(inside);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
