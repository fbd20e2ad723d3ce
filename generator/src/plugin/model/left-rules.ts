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

/** A rule that is left to the server, and the element that has it. */
export interface PlacedRule extends LeftRule {
  readonly element: DescField | DescMessage | DescOneof;
  /** It was not even read, which may be a mistake; the others are meant for the server. */
  readonly isUnread: boolean;
}

/** How many places a warning names. */
const maxPlaces = 20;

/** How many rules the messages of an API have, and those that clients leave to the server. */
export interface RuleCount {
  readonly total: number;
  readonly left: readonly PlacedRule[];
}

/** Counts the rules of all messages of files. */
export function countRules(files: readonly DescFile[], statements: Statements): RuleCount {
  const messages = files.flatMap((file) => [...nestedTypes(file)]).filter((one) => one.kind === "message");
  return {
    total: messages.reduce((sum, message) => sum + countIn(message, statements), 0),
    left: messages.flatMap((message) => leftIn(message, statements)),
  };
}

/**
 * A note about the rules that an API states and that clients do not check: how many of how many, for which reasons, and where
 * those are that were not read. Undefined if clients check all of them.
 */
export function noteLeftRules(files: readonly DescFile[], statements: Statements): string | undefined {
  const { total, left } = countRules(files, statements);
  if (left.length === 0) return undefined;
  const reasons = new Map<string, number>();
  for (const { why } of left) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  const unread = left.filter(({ isUnread }) => isUnread);
  const places = unread.slice(0, maxPlaces).map(placeText);
  const more = unread.length - places.length;
  return [
    `${left.length} of ${total} rules that the API states are left to the server:`,
    ...[...reasons].map(([why, count]) => `  ${count}: ${why}`),
    ...(places.length > 0 ? ["These were not read:", ...places] : []),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}

function placeText({ element, rule, why }: PlacedRule): string {
  const { file } = element.kind === "message" ? element : element.parent;
  return `  ${file.proto.name}: ${element.toString()}: ${rule}: ${why}`;
}

function leftIn(message: DescMessage, statements: Statements): PlacedRule[] {
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
  element: PlacedRule["element"],
  meant: readonly LeftRule[],
  unread: readonly LeftRule[],
): PlacedRule[] {
  return [
    ...meant.map((one) => ({ ...one, element, isUnread: false })),
    ...unread.map((one) => ({ ...one, element, isUnread: true })),
  ];
}

/** How many rules are stated about a message and its fields. */
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
