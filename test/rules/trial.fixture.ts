import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Codecs } from "../oracle/codecs.fixture.js";
import { type Judge, ownFindings } from "./judge.fixture.js";
import { valuesOf, withField } from "./values.fixture.js";

/** The outcome of holding our checks against the judge's on many messages of one type. */
export interface Trial {
  /** Messages of which both have spoken. */
  readonly asked: number;
  /** Those of them that break a rule. */
  readonly broken: number;
  /** Messages of which the judge cannot tell, or that nobody can send. */
  readonly untold: number;
  /** Each message on which the two differ, with both verdicts. */
  readonly differences: readonly string[];
}

/** Messages with several fields set, of each type. */
const mixed = 40;

/** Tries a type with every value of each of its fields alone, and with some mixtures of them. */
export function tryMessage(desc: DescMessage, codecs: Codecs, judge: Judge): Promise<Trial> {
  return tryAll(desc, messagesOf(desc), codecs, judge);
}

/** Tries a type with some messages. */
export async function tryAll(
  desc: DescMessage,
  messages: Iterable<ReflectMessage>,
  codecs: Codecs,
  judge: Judge,
): Promise<Trial> {
  let asked = 0;
  let broken = 0;
  let untold = 0;
  const differences: string[] = [];
  for (const message of messages) {
    const bytes = encode(message);
    const want = bytes && judge.judge(desc, bytes);
    if (bytes === undefined || want === undefined) {
      untold++;
      continue;
    }
    asked++;
    if (want.length > 0) broken++;
    const found = await ownFindings(codecs.codec(desc), bytes);
    const beyond = found
      .filter((one) => one.endsWith(" required"))
      .map((one) => one.slice(0, -" required".length));
    const isOurs = (one: string): boolean =>
      beyond.some((path) => one.startsWith(`${path} `) && judge.isBeyond(desc, path));
    const [got, told] = [found, want].map((list) => list.filter((one) => !isOurs(one)).join(", "));
    if (got !== told) {
      differences.push(`${desc.typeName} ${show(message)}: judge [${told}], own [${got}]`);
    }
  }
  return { asked, broken, untold, differences };
}

/** The bytes of a message; undefined if it lacks what proto2 requires, which nobody sends. */
export function encode({ desc, message }: ReflectMessage): Uint8Array | undefined {
  try {
    return toBinary(desc, message);
  } catch (error) {
    if (error instanceof Error && error.message.includes("required field not set")) return undefined;
    throw error;
  }
}

/** Messages with every value of each field alone, and with mixtures of them. */
export function* messagesOf(desc: DescMessage): Iterable<ReflectMessage> {
  const empty = (): ReflectMessage => reflect(desc, create(desc));
  yield empty();
  const values = desc.fields.map((field) => [field, valuesOf(field)] as const);
  for (const [field, of] of values) for (const value of of) yield withField(empty(), field, value);
  const draw = dice(desc.typeName.length);
  for (let count = 0; count < mixed && values.length > 1; count++) {
    const message = empty();
    for (const [field, of] of values) {
      if (of.length > 0 && draw() < 0.7) withField(message, field, of[Math.floor(draw() * of.length)]);
    }
    yield message;
  }
}

/** Numbers from 0 up to 1, the same ones in each run. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function show(message: ReflectMessage): string {
  const text = JSON.stringify(message.message, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : typeof value === "number" ? String(value) : value,
  );
  return text.slice(0, 300);
}
