/** Values at and around every bound of the rules of a field, whatever these rules are. */
import {
  create,
  type DescField,
  type DescMessage,
  fromJson,
  getOption,
  ScalarType,
} from "@bufbuild/protobuf";
import {
  isReflectList,
  isReflectMap,
  isReflectMessage,
  reflect,
  type ReflectMessage,
} from "@bufbuild/protobuf/reflect";
import {
  field as fieldOption,
  FieldRulesSchema,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import * as fc from "fast-check";
import { formatTexts } from "./format-texts.fixture.js";

/** Everything that the rules of a field name. */
interface Named {
  readonly texts: Set<string>;
  readonly numbers: Set<number | bigint>;
  readonly bytes: Uint8Array[];
  /** Nanoseconds. */
  readonly times: Set<bigint>;
  /** A format is asked for. */
  hasFormat: boolean;
}

/** The values that a field is tried with; of a list or a map, whole ones. */
export function valuesOf(field: DescField, depth = 0): readonly unknown[] {
  const named: Named = {
    texts: new Set(),
    numbers: new Set(),
    bytes: [],
    times: new Set(),
    hasFormat: false,
  };
  collect(reflect(FieldRulesSchema, getOption(field, fieldOption)), named);
  const one = singleValues(field, named, depth);
  const counts = [...around(named.numbers)].map(Number).filter((count) => count >= 0 && count <= 12);
  const several = (of: readonly unknown[]): unknown[][] => [
    ...of.map((value) => [value]),
    ...of.slice(0, 4).map((value) => [value, value]),
    ...[0, ...counts].map((count) => Array.from({ length: count }, (_, at) => of[at % of.length])),
    of.slice(0, 8),
  ];
  if (field.fieldKind === "list") return several(one);
  if (field.fieldKind !== "map") return one;
  const keys = scalarValues(field.mapKey, named);
  return [
    ...keys.map((key) => [[key, one[0]]]),
    ...one.map((value) => [[keys.at(-1), value]]),
    ...counts.map((count) => keys.slice(0, count).map((key, at) => [key, one[at % one.length]])),
  ];
}

function collect(rules: unknown, named: Named): void {
  if (isReflectList(rules) || isReflectMap(rules)) for (const one of rules) collect(one, named);
  else if (isReflectMessage(rules)) collectMessage(rules, named);
  else if (typeof rules === "string") named.texts.add(rules);
  else if (typeof rules === "number" || typeof rules === "bigint") named.numbers.add(rules);
  else if (rules instanceof Uint8Array) named.bytes.push(rules);
}

function collectMessage(rules: ReflectMessage, named: Named): void {
  const { typeName } = rules.desc;
  if (typeName === "google.protobuf.Duration" || typeName === "google.protobuf.Timestamp") {
    const { seconds, nanos } = rules.message as unknown as {
      readonly seconds: bigint;
      readonly nanos: number;
    };
    named.times.add(seconds * 1_000_000_000n + BigInt(nanos));
    return;
  }
  for (const field of rules.fields) {
    if (!rules.isSet(field) || /^(?:cel|ignore)/.test(field.name)) continue;
    if (field.oneof?.name === "well_known") named.hasFormat = true;
    if (field.name === "pattern")
      for (const text of matching(String(rules.get(field)))) named.texts.add(text);
    collect(rules.get(field), named);
  }
}

/** Some texts that match a pattern, if JavaScript reads it. */
function matching(pattern: string): readonly string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, "u")), { numRuns: 5, seed: 1 });
  } catch {
    return [];
  }
}

function around(numbers: Iterable<number | bigint>): Set<number | bigint> {
  return new Set(
    [...numbers].flatMap((one): (number | bigint)[] =>
      typeof one === "bigint" ? [one - 1n, one, one + 1n] : [one - 1, one, one + 1],
    ),
  );
}

function singleValues(field: DescField, named: Named, depth: number): readonly unknown[] {
  if (field.message) return messageValues(field.message, named, depth);
  if (field.enum) {
    const own = field.enum.values.map(({ number }) => number);
    return [...new Set([...own, ...[...around(named.numbers)].map(Number), 99])].filter(
      (number) => field.enum?.open || own.includes(number),
    );
  }
  return scalarValues(field.scalar ?? ScalarType.STRING, named);
}

function messageValues(desc: DescMessage, named: Named, depth: number): readonly unknown[] {
  const made = (values: Record<string, unknown>): ReflectMessage => reflect(desc, create(desc, values));
  switch (desc.typeName) {
    case "google.protobuf.Duration":
    case "google.protobuf.Timestamp":
      return [
        ...new Set([
          0n,
          1n,
          4_000_000_000_000_000_000n,
          ...[...named.times].flatMap((one) => [one - 1n, one, one + 1n]),
        ]),
      ].map((time) => {
        // A timestamp counts its nanoseconds forward, a duration has one sign.
        const isForward = desc.typeName.endsWith("Timestamp") && time % 1_000_000_000n < 0n;
        const nanos = (time % 1_000_000_000n) + (isForward ? 1_000_000_000n : 0n);
        return made({ seconds: (time - nanos) / 1_000_000_000n, nanos: Number(nanos) });
      });
    case "google.protobuf.Value":
      return [null, 1, "x", true, [1]].map((one) => reflect(desc, fromJson(desc, one)));
    case "google.protobuf.ListValue":
      return [[], [1, "x"]].map((one) => reflect(desc, fromJson(desc, one)));
    case "google.protobuf.Struct":
      return [{}, { a: 1, b: null }].map((one) => reflect(desc, fromJson(desc, one)));
    case "google.protobuf.Any":
      return ["", "type.googleapis.com/google.protobuf.Duration", ...named.texts].map((typeUrl) =>
        made({ typeUrl }),
      );
    case "google.protobuf.FieldMask":
      return [
        [],
        ["other"],
        ...[...named.texts].flatMap((text) => [[text], [`${text}.x`], [`${text}x`], [text, "other"]]),
        [...named.texts],
      ].map((paths) => made({ paths }));
  }
  const [wrapped] = desc.fields;
  if (desc.file.name === "google/protobuf/wrappers" && wrapped?.scalar !== undefined)
    return scalarValues(wrapped.scalar, named).map((value) => made({ value }));
  return depth > 1
    ? [made({})]
    : [
        made({}),
        ...desc.fields.flatMap((inner) =>
          valuesOf(inner, depth + 1)
            .slice(0, 12)
            .map((value) => withField(reflect(desc, create(desc)), inner, value)),
        ),
      ];
}

/** The message with a field set, to one of the values that `valuesOf` gives. */
export function withField(message: ReflectMessage, field: DescField, value: unknown): ReflectMessage {
  if (field.fieldKind === "list")
    for (const one of value as readonly unknown[]) message.get(field).add(one as never);
  else if (field.fieldKind === "map") {
    for (const [key, one] of value as readonly (readonly [unknown, unknown])[])
      message.get(field).set(key as never, one as never);
  } else message.set(field, value as never);
  return message;
}

const limits: Readonly<Partial<Record<ScalarType, readonly [bigint, bigint]>>> = {
  [ScalarType.INT32]: [-(2n ** 31n), 2n ** 31n - 1n],
  [ScalarType.SINT32]: [-(2n ** 31n), 2n ** 31n - 1n],
  [ScalarType.SFIXED32]: [-(2n ** 31n), 2n ** 31n - 1n],
  [ScalarType.UINT32]: [0n, 2n ** 32n - 1n],
  [ScalarType.FIXED32]: [0n, 2n ** 32n - 1n],
  [ScalarType.UINT64]: [0n, 2n ** 64n - 1n],
  [ScalarType.FIXED64]: [0n, 2n ** 64n - 1n],
};

function scalarValues(scalar: ScalarType, named: Named): readonly unknown[] {
  switch (scalar) {
    case ScalarType.BOOL:
      return [false, true];
    case ScalarType.STRING:
      return textValues(named);
    case ScalarType.BYTES:
      return byteValues(named);
    case ScalarType.FLOAT:
    case ScalarType.DOUBLE: {
      const near = [...named.numbers]
        .map(Number)
        .flatMap((one) => [one, one - 0.5, one + 0.5, one * (1 + 1e-6)]);
      return [...new Set([0, 1, -1, Number.NaN, Infinity, -Infinity, ...near])].map((one) =>
        scalar === ScalarType.FLOAT ? Math.fround(one) : one,
      );
    }
    default: {
      const [least, most] = limits[scalar] ?? [-(2n ** 63n), 2n ** 63n - 1n];
      const whole = [...around(named.numbers)]
        .filter((one) => typeof one === "bigint" || Number.isInteger(one))
        .map(BigInt);
      const values = [...new Set([0n, 1n, -1n, least, most, ...whole])].filter(
        (one) => one >= least && one <= most,
      );
      return ScalarType[scalar].endsWith("64") ? values : values.map((one) => Number(one));
    }
  }
}

function lengths({ numbers }: Named): readonly number[] {
  return [...around(numbers)]
    .map(Number)
    .filter((length) => Number.isInteger(length) && length >= 0 && length <= 300);
}

function textValues(named: Named): readonly string[] {
  const sized = lengths(named).flatMap((length) => [
    "a".repeat(length),
    "é".repeat(length),
    "😀".repeat(length),
  ]);
  const near = [...named.texts].flatMap((text) => [
    text,
    `${text}x`,
    `x${text}`,
    `x${text}x`,
    [...text].slice(1).join(""),
  ]);
  return [...new Set(["", "a", "B-1", ...near, ...sized, ...(named.hasFormat ? formatTexts : [])])];
}

function byteValues(named: Named): readonly Uint8Array[] {
  const near = named.bytes.flatMap((one) => [
    one,
    Uint8Array.of(...one, 7),
    Uint8Array.of(7, ...one),
    one.slice(1),
  ]);
  const sized = [...lengths(named), ...(named.hasFormat ? [0, 3, 4, 5, 15, 16, 17] : [])].map((length) =>
    new Uint8Array(length).fill(65),
  );
  const texts = [...named.texts].map((text) => new TextEncoder().encode(text));
  return [new Uint8Array(), Uint8Array.of(1), ...near, ...sized, ...texts];
}
