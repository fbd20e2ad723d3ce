import { ScalarType, create, type DescEnum, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";

/** Draws a value from an arbitrary; `fc.gen()` makes one. */
export type Draw = fc.GeneratorValue;

const deepest = 4;

/** A random message of any type, with every field absent, default or set to something. */
export function randomMessage(desc: DescMessage, draw: Draw, depth = 0): ReflectMessage {
  const message = reflect(desc, create(desc));
  for (const field of desc.fields) {
    const isRequired = field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
    if (field.oneof || (!isRequired && !draw(fc.boolean))) continue;
    if (field.message && depth >= deepest) continue;
    setField(message, field, draw, depth);
  }
  for (const oneof of desc.oneofs) {
    const candidates = oneof.fields.filter((field) => !field.message || depth < deepest);
    const picked = draw(fc.integer, { min: -1, max: candidates.length - 1 });
    const field = candidates[picked];
    if (field) message.set(field, randomValue(field, draw, depth));
  }
  return message;
}

function setField(message: ReflectMessage, field: DescField, draw: Draw, depth: number): void {
  const count = draw(fc.integer, { min: 0, max: 3 });
  switch (field.fieldKind) {
    case "list": {
      const list = message.get(field);
      for (let index = 0; index < count; index++) list.add(randomValue(field, draw, depth));
      break;
    }
    case "map": {
      const map = message.get(field);
      for (let index = 0; index < count; index++) {
        map.set(randomScalar(field.mapKey, draw) as string, randomValue(field, draw, depth));
      }
      break;
    }
    default:
      message.set(field, randomValue(field, draw, depth));
  }
}

function randomValue(field: DescField, draw: Draw, depth: number): unknown {
  if (field.message) return randomWellKnown(field.message, draw, depth);
  if (field.enum) return randomEnum(field.enum, draw);
  return randomScalar(field.scalar ?? ScalarType.STRING, draw);
}

/** A Value without a kind is no JSON; see differences.ts. */
function randomWellKnown(desc: DescMessage, draw: Draw, depth: number): ReflectMessage {
  const message = randomMessage(desc, draw, depth + 1);
  if (desc.typeName !== "google.protobuf.Value") return message;
  const [kind] = desc.oneofs;
  const text = desc.fields.find(({ name }) => name === "string_value");
  if (kind && text && !message.oneofCase(kind)) message.set(text, draw(fc.string));
  return message;
}

/** Open enums also hold numbers that nobody has named, except in `google.protobuf.Value`; see differences.ts. */
function randomEnum(desc: DescEnum, draw: Draw): number {
  const named = desc.values.map(({ number }) => number);
  const known = draw(oneOf, named);
  if (desc.typeName === "google.protobuf.NullValue") return known;
  return desc.open && draw(fc.boolean) ? draw(fc.integer) : known;
}

const oneOf = (numbers: readonly number[]): fc.Arbitrary<number> => fc.constantFrom(...numbers);

const text = (): fc.Arbitrary<string> =>
  fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "__proto__", "constructor", "toString", "0"));

function randomScalar(scalar: ScalarType, draw: Draw): unknown {
  switch (scalar) {
    case ScalarType.DOUBLE:
      return draw(fc.double);
    case ScalarType.FLOAT:
      return draw(fc.float);
    case ScalarType.BOOL:
      return draw(fc.boolean);
    case ScalarType.STRING:
      return draw(text);
    case ScalarType.BYTES:
      return draw(fc.uint8Array);
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return draw(fc.bigInt, { min: -(2n ** 63n), max: 2n ** 63n - 1n });
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return draw(fc.bigInt, { min: 0n, max: 2n ** 64n - 1n });
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return draw(fc.integer, { min: 0, max: 2 ** 32 - 1 });
    default:
      return draw(fc.integer);
  }
}
