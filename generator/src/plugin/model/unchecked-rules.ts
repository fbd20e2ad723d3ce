import type { DescField, DescFile, DescMessage, DescOneof } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import {
  leftCel,
  leftRules,
  type LeftRule,
  type Statements,
  unreadRules,
  type ValueRules,
} from "@stratus/convention";

/** A rule that only the server checks, and its element. */
export interface UncheckedRule extends LeftRule {
  readonly element: DescField | DescMessage | DescOneof;
  /** The rule is not understood, which may be a mistake. The others are meant for the server. */
  readonly isUnread: boolean;
}

/** How many places a warning names. */
const maxPlaces = 20;

/** The number of rules of the messages of an API, and the rules that only the server checks. */
export interface RuleCount {
  readonly total: number;
  readonly unchecked: readonly UncheckedRule[];
}

/** Counts the rules of all messages of files. */
export function countRules(files: readonly DescFile[], statements: Statements): RuleCount {
  const messages = files.flatMap((file) => [...nestedTypes(file)]).filter((one) => one.kind === "message");
  return {
    total: messages.reduce((sum, message) => sum + countIn(message, statements), 0),
    unchecked: messages.flatMap((message) => findUnchecked(message, statements)),
  };
}

/**
 * Describes the rules that clients do not check: their number, the reasons, and the places of those that are not
 * understood. Undefined if clients check all rules.
 */
export function describeUncheckedRules(
  files: readonly DescFile[],
  statements: Statements,
): string | undefined {
  const { total, unchecked } = countRules(files, statements);
  if (unchecked.length === 0) return undefined;
  const reasons = new Map<string, number>();
  for (const { why } of unchecked) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  const unread = unchecked.filter(({ isUnread }) => isUnread);
  const places = unread.slice(0, maxPlaces).map(placeText);
  const more = unread.length - places.length;
  return [
    `${unchecked.length} of ${total} validation rules are checked by the server alone:`,
    ...[...reasons].map(([why, count]) => `  ${count}: ${why}`),
    ...(places.length > 0 ? ["These are not understood:", ...places] : []),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}

function placeText({ element, rule, why }: UncheckedRule): string {
  const { file } = element.kind === "message" ? element : element.parent;
  return `  ${file.proto.name}: ${element.toString()}: ${rule}: ${why}`;
}

function findUnchecked(message: DescMessage, statements: Statements): UncheckedRule[] {
  const own = statements.message(message);
  return [
    ...placed(message, leftCel(own.cel), own.unread),
    ...message.oneofs.flatMap((oneof) => placed(oneof, [], statements.oneof(oneof).unread)),
    ...message.fields.flatMap((field) => {
      const { rules } = statements.field(field);
      return placed(field, leftRules(rules), unreadRules(rules));
    }),
  ];
}

function placed(
  element: UncheckedRule["element"],
  meant: readonly LeftRule[],
  unread: readonly LeftRule[],
): UncheckedRule[] {
  return [
    ...meant.map((one) => ({ ...one, element, isUnread: false })),
    ...unread.map((one) => ({ ...one, element, isUnread: true })),
  ];
}

/** Counts the rules of a message and its fields. */
function countIn(message: DescMessage, statements: Statements): number {
  const { choices, cel, unread } = statements.message(message);
  const oneofs = message.oneofs.map((oneof) => statements.oneof(oneof));
  const fields = message.fields.map((field) => statements.field(field));
  return (
    choices.length +
    cel.length +
    unread.length +
    sum(oneofs.map((oneof) => Number(oneof.isRequired) + oneof.unread.length)) +
    sum(fields.map(({ requiredBy, rules }) => Number(requiredBy.length > 0) + countOf(rules)))
  );
}

function countOf({ rules, cel, unread, items, keys, values }: ValueRules): number {
  const inside = [items, keys, values].map((one) => (one ? countOf(one) : 0));
  return rules.length + cel.length + unread.length + sum(inside);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
