/** Messages that show one tightening: looked for at its element, at the bounds that its words name. */
import { clone, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { elementsAt, readAs, type Step } from "./history.fixture.js";
import { MessageDrawer } from "./random-messages.fixture.js";
import { dice, encode } from "./trial.fixture.js";
import { valuesOf, withField } from "./values.fixture.js";

/** Messages that are drawn to find some that keep the rules of before. */
const drawn = 400;

/**
 * Why no message shows a tightening; undefined if one does. It was taken before, and is refused now for this element.
 *
 * @param words The rules before and after.
 */
export function whyDark(key: string, words: readonly string[], step: Step): string | undefined {
  const [, name = "", member = ""] = /^\w+ (.*)\.([^.]*)$/.exec(key) ?? [];
  const [old, now] = [step.before.messages.get(name), step.after.messages.get(name)];
  const field = now?.fields.find((one) => one.name === member);
  if (!old || !now || !field) return "no message holds it by that name before and after";
  const was = old.fields.find(({ number }) => number === field.number);
  if (was && kindOf(was) !== kindOf(field))
    return `its number was that of ${was.name}, so that nobody reads what was sent`;
  const drawer = new MessageDrawer(step.before.judge, dice(7));
  const bases = Array.from({ length: drawn }, () => drawer.message(old));
  const verdicts = bases.map((one) => verdictOf(step.before, old, one));
  if (verdicts.every((one) => one === undefined)) return "the judge cannot compile the rules of before";
  const good = bases.filter((_, index) => verdicts[index]?.length === 0).slice(0, 8);
  const values = [...(was ? valuesOf(was) : []), ...valuesAt(field, words, drawer, step)];
  const candidates = good.flatMap((base) => {
    const bytes = encode(base);
    return values.flatMap((value) => {
      const message = readAs(now, bytes);
      if (!message) return [];
      message.clear(field);
      return [value === undefined ? message : withField(message, field, value)];
    });
  });
  const taken = candidates.filter((one) => wasTaken(one, old, step));
  if (taken.length === 0) return unexplained;
  if (taken.some((one) => isRefused(one, key, step))) return undefined;
  const expression = words.find((one) => one.startsWith("cel:"));
  const more = expression === undefined ? "" : `; ${expression} cannot be compared with other rules`;
  return `the rules of before took ${taken.length} of the messages that were tried, and those of now take them too${more}`;
}

/** What is said of a tightening of which nothing is known. */
export const unexplained = "the rules of before took none of the messages that were tried";

function wasTaken(message: ReflectMessage, old: DescMessage, { before }: Step): boolean {
  const bytes = encode(message);
  return (
    bytes !== undefined && readAs(old, bytes) !== undefined && before.judge.judgeAll(old, bytes)?.length === 0
  );
}

/** Whether a message is refused now, for this element. */
function isRefused(message: ReflectMessage, key: string, { after }: Step): boolean {
  const broken = verdictOf(after, message.desc, message) ?? [];
  return broken.some((one) => elementsAt(message.desc, one.split(" ")[0] ?? "").includes(key));
}

/** Values of a field, nothing among them, and such as are as long as the words say. */
function valuesAt(
  field: DescField,
  words: readonly string[],
  drawer: MessageDrawer,
  step: Step,
): readonly unknown[] {
  const bounds = words.flatMap((one) => [...one.matchAll(/\d+/g)].map(([number]) => Number(number)));
  const lengths = bounds.flatMap((one) => [one - 1, one, one + 1]).filter((one) => one >= 0 && one < 100_000);
  const usual = [undefined, ...valuesOf(field)];
  if (field.fieldKind === "scalar" && field.scalar === ScalarType.STRING)
    return [
      ...usual,
      ...lengths.flatMap((length) => [
        "a".repeat(length),
        `https://a.b/${"a".repeat(Math.max(length - 12, 0))}`,
      ]),
    ];
  if (field.fieldKind !== "list") return usual;
  const { message: type } = field;
  const elements = type
    ? Array.from({ length: 40 }, () => drawer.message(type, 1)).filter(
        (one) => verdictOf(step.before, step.before.messages.get(type.typeName) ?? type, one)?.length === 0,
      )
    : valuesOf(field).flatMap((list) => (list as readonly unknown[]).slice(0, 1));
  const [one] = elements;
  if (one === undefined) return usual;
  return [...usual, ...[2, ...lengths].map((length) => Array.from({ length }, () => copyOf(one)))];
}

function copyOf(value: unknown): unknown {
  const message = value as ReflectMessage;
  return typeof message === "object" && "desc" in message
    ? reflect(message.desc, clone(message.desc, message.message))
    : value;
}

function verdictOf(
  { judge }: Step["before"],
  desc: DescMessage,
  message: ReflectMessage,
): readonly string[] | undefined {
  const bytes = encode(message);
  return bytes && judge.judgeAll(desc, bytes);
}

/** What must be the same for bytes of one to be read as the other. */
function kindOf(field: DescField): string {
  const { fieldKind, message } = field;
  return `${fieldKind} ${message ? "message" : field.enum ? "enum" : (field.scalar ?? "")}`;
}
