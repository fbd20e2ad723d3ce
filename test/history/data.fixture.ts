/** Data of one version as the other reads it, by protobuf-es, in bytes and as JSON. */
import {
  create,
  fromBinary,
  fromJson,
  ScalarType,
  toBinary,
  toJson,
  type DescField,
  type DescMessage,
  type FileRegistry,
  type JsonValue,
} from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";

/** Fields whose values are read otherwise, each as `field acme.v1.Disk.size bytes` or `... json`. */
export function readOtherwise(old: FileRegistry, now: FileRegistry): ReadonlySet<string> {
  const found = new Set<string>();
  for (const type of old) {
    const other = type.kind === "message" ? now.getMessage(type.typeName) : undefined;
    if (type.kind !== "message" || !other || type.typeName.startsWith("google.protobuf.")) continue;
    for (const [one, two] of [
      [type, other],
      [other, type],
    ] as const)
      for (const field of one.fields) {
        const twin = two.fields.find(({ name }) => name === field.name) ?? renamed(field, one, two);
        if (!twin) continue;
        const element = `field ${type.typeName}.${one === type ? field.name : twin.name}`;
        for (const message of samples(one, field, twin)) {
          if (!isKept(message, two, twin, (value) => fromBinary(two, toBinary(one, value))))
            found.add(`${element} bytes`);
          if (
            !isRenamedValue(message, field, twin) &&
            !isKept(message, two, twin, (value) =>
              fromJson(two, toJson(one, value, { registry: old }) as JsonValue, { registry: now }),
            )
          )
            found.add(`${element} json`);
        }
      }
  }
  return found;
}

/** What becomes of the values of an enum is told of it, and not of each field. */
function isRenamedValue(message: ReflectMessage, field: DescField, twin: DescField): boolean {
  if (field.enum === undefined || field.enum.typeName !== twin.enum?.typeName) return false;
  const text = JSON.stringify(toJson(message.desc, message.message));
  return !twin.enum.values.some(
    ({ name, number }) =>
      text.includes(`"${name}"`) &&
      field.enum.values.some((one) => one.name === name && one.number === number),
  );
}

/** The field of its number, if neither has a name that the other side knows. */
function renamed(field: DescField, one: DescMessage, two: DescMessage): DescField | undefined {
  const other = two.fields.find(({ number }) => number === field.number);
  return one.fields.some(({ name }) => name === other?.name) ? undefined : other;
}

type Message = ReturnType<typeof create>;

/** Whether the field has the same value, as far as messages of both sides are the same themselves: their fields are looked at on their own. */
function isKept(
  message: ReflectMessage,
  desc: DescMessage,
  twin: DescField,
  read: (message: Message) => Message,
): boolean {
  try {
    const other = reflect(desc, read(message.message));
    const field = message.desc.fields.find((one) => message.isSet(one));
    const isWhole = field?.message?.typeName !== twin.message?.typeName;
    return field !== undefined && textOf(message, field, isWhole) === textOf(other, twin, isWhole);
  } catch {
    return false;
  }
}

/** @param isWhole Whether messages are told by what they hold. */
function textOf(message: ReflectMessage, field: DescField, isWhole: boolean): string {
  if (!message.isSet(field)) return "unset";
  const value: unknown = message.get(field);
  const plain = (one: unknown): string =>
    typeof one === "object" && one !== null && "desc" in one
      ? isWhole && "message" in one
        ? JSON.stringify(toJson((one as ReflectMessage).desc, (one as ReflectMessage).message))
        : "message"
      : one instanceof Uint8Array
        ? `bytes ${Buffer.from(one).toString("hex")}`
        : `${typeof one} ${String(one)}`;
  if (field.fieldKind === "list") return [...(value as Iterable<unknown>)].map(plain).join();
  if (field.fieldKind === "map")
    return [...(value as Iterable<[unknown, unknown]>)].map(([a, b]) => `${String(a)}=${plain(b)}`).join();
  // A 64-bit number and a 32-bit one of the same value are read as the same.
  return plain(value).replace(/^(?:bigint|number) /, "number ");
}

/** Messages that have the field alone, with several values. */
function* samples(desc: DescMessage, field: DescField, twin: DescField): Generator<ReflectMessage> {
  const values = valuesOf(field, twin);
  for (const value of values) {
    const message = reflect(desc, create(desc));
    if (field.fieldKind === "list") message.get(field).add(value);
    else if (field.fieldKind === "map")
      message.get(field).set((scalarValues(field.mapKey)[0] ?? "k") as never, value);
    else message.set(field, value as never);
    yield message;
  }
}

function valuesOf(field: DescField, twin: DescField): readonly unknown[] {
  if (field.message) {
    const { message } = field;
    if (/^google\.protobuf\.(?:Value|Struct|ListValue|Any)$/.test(message.typeName)) return [];
    const empty = reflect(message, create(message));
    return message.typeName === twin.message?.typeName || message.typeName.startsWith("google.protobuf.")
      ? [empty]
      : [empty, ...message.fields.flatMap((inner) => [...samples(message, inner, inner)])];
  }
  if (field.enum)
    return field.enum.values
      .filter(({ number }) => number !== 0)
      .slice(0, 3)
      .map(({ number }) => number);
  return scalarValues(field.scalar ?? ScalarType.STRING);
}

function scalarValues(scalar: ScalarType): readonly unknown[] {
  switch (scalar) {
    case ScalarType.STRING:
      return ["1", "héllo", "dHJ1ZQ=="];
    case ScalarType.BYTES:
      return [new Uint8Array([0xff, 1, 2]), new Uint8Array([65])];
    case ScalarType.BOOL:
      return [true];
    case ScalarType.FLOAT:
    case ScalarType.DOUBLE:
      return [1.5, 3];
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return [5, -1, 0x7fffffff];
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return [5, 0xffffffff];
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return [5n, -1n, 2n ** 40n];
    default:
      return [5n, 2n ** 64n - 1n];
  }
}
