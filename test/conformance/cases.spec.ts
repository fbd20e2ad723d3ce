import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromJsonText, toJson } from "../../runtime/src/messages/json/index.js";
import { loadGeneratedTypes, type GeneratedTypes } from "../json/generated-types.fixture.js";
import { codedError } from "../coded-error.js";

/*
 * What Google's conformance suite asks and is easy to lose, on generated code: the suite itself is
 * `npm run long -- conformance`. Rows have the suite's names for its cases.
 */

/** JSON that is read, and as what it is written again. */
const accepted: [name: string, type: string, text: string, again?: string][] = [
  [
    "Int64FieldMaxValueNotQuoted",
    "Scalars",
    '{"anInt64":9223372036854775807}',
    '{"anInt64":"9223372036854775807"}',
  ],
  [
    "Int64FieldMinValueNotQuoted",
    "Scalars",
    '{"anInt64":-9223372036854775808}',
    '{"anInt64":"-9223372036854775808"}',
  ],
  [
    "Uint64FieldMaxValueNotQuoted",
    "Scalars",
    '{"aUint64":18446744073709551615}',
    '{"aUint64":"18446744073709551615"}',
  ],
  ["Int64FieldMaxValue", "Scalars", '{"aSint64":"9223372036854775807"}'],
  ["Int32FieldExponentialFormat", "Scalars", '{"anInt32":1e5}', '{"anInt32":100000}'],
  ["Int32FieldFloatTrailingZero", "Scalars", '{"anInt32":100000.000}', '{"anInt32":100000}'],
  ["DoubleFieldQuotedValue", "Scalars", '{"aDouble":"1"}', '{"aDouble":1}'],
  ["FieldNameEscaped", "Scalars", '{"a\\u006eInt32":1}', '{"anInt32":1}'],
  ["OptionalWrapperTypesWithNonDefaultValue", "WellKnown", '{"anInt64":"9007199254740993"}'],
  ["AnyEmpty", "WellKnown", '{"any":{}}'],
  [
    "AnyUnorderedTypeTag",
    "WellKnown",
    '{"any":{"anInt32":1,"@type":"t/oracle.v1.Scalars"}}',
    '{"any":{"@type":"t/oracle.v1.Scalars","anInt32":1}}',
  ],
  [
    "AnyNested",
    "WellKnown",
    '{"any":{"@type":"t/google.protobuf.Any","value":{"@type":"t/google.protobuf.Duration","value":"1.500s"}}}',
  ],
  ["StoresDefaultPrimitive", "Presence", '{"anInt64":0}', '{"anInt64":"0"}'],
  ["ValueAcceptNull", "WellKnown", '{"value":null}'],
];

/** JSON that is refused, with a part of the reason. */
const refused: readonly (readonly [name: string, type: string, text: string, reason: string])[] = [
  ["FieldNameDuplicate", "Scalars", '{"anInt32":1,"anInt32":2}', "has this name twice"],
  ["FieldNameDuplicateDifferentCasing", "Scalars", '{"an_int32":1,"anInt32":2}', "given twice"],
  ["Int64FieldTooLarge", "Scalars", '{"anInt64":"9223372036854775808"}', "anInt64: an integer from"],
  ["Int64FieldTooLargeNotQuoted", "Scalars", '{"anInt64":9223372036854775808}', "anInt64: an integer from"],
  ["Int64FieldTooSmallNotQuoted", "Scalars", '{"anInt64":-9223372036854775809}', "anInt64: an integer from"],
  ["Int64FieldNotInteger", "Scalars", '{"anInt64":9007199254740993.5}', "anInt64: an integer is needed"],
  ["DoubleFieldTooLarge", "Scalars", '{"aDouble":1e309}', "aDouble: a number in the range"],
  ["AnyWithBadTypeUrl", "WellKnown", '{"any":{"@type":"not_a_url","value":"1s"}}', "an Any names its type"],
  ["AnyWithNoType", "WellKnown", '{"any":{"value":"1s"}}', "an Any names its type"],
  ["OneofFieldDuplicate", "Choices", '{"text":"a","number":1}', "the oneof first has one member"],
  ["TrailingCommaInAnObject", "Scalars", '{"anInt32":1,}', "a name in double quotes is needed"],
  ["StringFieldSurrogateInWrongOrder", "Scalars", '{"aString":"\\udc00\\ud800"}', "half a surrogate pair"],
];

/** Bytes, as hexadecimals, that are refused, with a part of the reason. */
const refusedBytes: readonly (readonly [name: string, bytes: string, reason: string])[] = [
  // The tag of field 1 with a bit above the 32nd, which would be lost.
  ["BadTag_FieldNumberSlightlyTooHigh", "8880808040d209", "longer than 32 bits"],
  ["BadTag_FieldNumberTooHigh", "8880808080800fd209", "longer than 32 bits"],
  ["BadTag_OverlongVarint", "8880808080808000d209", "longer than 32 bits"],
  ["BadTag_VarintMoreThanTenBytes", "888080808080808080808000d209", "longer than 32 bits"],
  ["IllegalZeroFieldNum_Case_0", "0000", "field number 0"],
  ["UnmatchedEndGroup", "0c", "wire type 4"],
  ["PrematureEofInDelimitedData", "720561", "end"],
];

/** Bytes that are as they were when they are written again. */
const keptBytes: readonly (readonly [name: string, type: string, bytes: string, again: string])[] = [
  // Field 900 as text, number, text and number: as they came, not by number or by wire type.
  [
    "UnknownOrdering",
    "Scalars",
    "a23803616263a0387ba23803646566a038c803",
    "a23803616263a0387ba23803646566a038c803",
  ],
  ["UnknownOrdering, of several fields", "Scalars", "a83801a03802a83803", "a83801a03802a83803"],
  ["UnknownOrdering, below a known field", "Tree", "1206a83801a03802", "1206a83801a03802"],
];

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"));

describe("generated code, as the conformance suite asks for it", () => {
  let types: GeneratedTypes;
  beforeAll(async () => {
    types = await loadGeneratedTypes();
  });
  afterAll(async () => {
    await types?.[Symbol.asyncDispose]();
  });

  const typeOf = (name: string): GeneratedTypes["pairs"][number]["type"] => {
    const pair = types.pairs.find(({ desc }) => desc.typeName === `oracle.v1.${name}`);
    if (pair) return pair.type;
    throw new Error(`there is no oracle.v1.${name}`);
  };
  const read = (name: string, text: string): unknown =>
    fromJsonText(typeOf(name), text, { anyTypes: types.pairs.map(({ type }) => type) });

  it.each<[name: string, type: string, text: string, again?: string]>(accepted)(
    "accepts JSON: %s",
    (_, name, text, again = text) => {
      const type = typeOf(name);
      const message = type.decode(type.encode(read(name, text)));
      const anyTypes = types.pairs.map(({ type }) => type);
      expect(JSON.stringify(toJson(type, message, { anyTypes }))).toBe(again);
    },
  );

  it.each(refused)("refuses JSON: %s", (_, name, text, reason) => {
    expect(() => read(name, text)).toThrow(codedError("MESSAGE_INVALID", reason));
  });

  it.each(refusedBytes)("refuses bytes: %s", (_, bytes, reason) => {
    expect(() => typeOf("Scalars").decode(bytesOf(bytes))).toThrow(codedError("MESSAGE_INVALID", reason));
  });

  it.each(keptBytes)("keeps bytes: %s", (_, name, bytes, again) => {
    const type = typeOf(name);
    expect(Buffer.from(type.encode(type.decode(bytesOf(bytes)))).toString("hex")).toBe(again);
  });
});
