import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fill } from "../table/fill.js";
import { fromJsonText } from "./from-json-text.js";
import { fromJson } from "./from-json.js";
import { MessageError } from "../table/message-error.js";
import { AnyTable, ShapesTable } from "./json.fixture.js";
import { codedError } from "../../../../test/coded-error.js";

const shapes = (init: Record<string, unknown>): Record<string, unknown> => fill(ShapesTable, init);
const read = (text: string): Record<string, unknown> => fromJsonText(ShapesTable, text);

describe("a text of JSON as a message", () => {
  it.each<[string, string, Record<string, unknown>]>([
    ["keeps the last digit", '{"anInt64":9007199254740993}', { anInt64: 2n ** 53n + 1n }],
    [
      "takes the least and the greatest",
      '{"anInt64":-9223372036854775808,"aUint64":18446744073709551615}',
      {
        anInt64: -(2n ** 63n),
        aUint64: 2n ** 64n - 1n,
      },
    ],
    ["keeps digits with an exponent", '{"anInt64":9.007199254740993e15}', { anInt64: 2n ** 53n + 1n }],
    [
      "keeps them in lists, maps and wrappers",
      '{"numbers":[9007199254740993],"wrappedLong":9007199254740993}',
      {
        numbers: [2n ** 53n + 1n],
        wrappedLong: 2n ** 53n + 1n,
      },
    ],
    [
      "reads doubles as JSON.parse does",
      '{"aDouble":0.1234567890123456789,"aFloat":1e-3}',
      {
        aDouble: 0.12345678901234568,
        aFloat: Math.fround(1e-3),
      },
    ],
    [
      "reads numbers in plain JSON as JSON.parse does",
      '{"value":{"a":[9007199254740993]}}',
      {
        value: { a: [2 ** 53] },
      },
    ],
    [
      "reads words, escapes and empty parts",
      ' {"aBool" : true , "aString":"\\u0041\\n\\"\\\\","numbers":[ ],"inner":{ },"value":null}\n',
      {
        aBool: true,
        aString: 'A\n"\\',
        inner: {},
        value: null,
      },
    ],
    ["reads a number of an enum", '{"color":1,"colors":[10000000e-7]}', { color: 1, colors: [1] }],
  ])("%s", (_, text, init) => {
    expect(read(text)).toEqual(shapes(init));
  });

  it.each([
    [
      "a name twice",
      '{"aBool":true,\n "aBool":true}',
      "JSON, line 2, column 2: the object has this name twice",
    ],
    ["a name twice, once with an escape", '{"aBool":true,"\\u0061Bool":true}', "has this name twice"],
    ["a name twice in plain JSON", '{"struct":{"a":1,"b":{},"a":1}}', "has this name twice"],
    ["a name __proto__ twice", '{"struct":{"__proto__":1,"__proto__":1}}', "has this name twice"],
    ["no text", "", "JSON, line 1, column 1: a value is needed"],
    ["two values", "{} {}", "JSON, line 1, column 4: the text goes on after the end of the value"],
    ["a comma at the end", '{"aBool":true,}', "a name in double quotes is needed"],
    ["a comma at the end of a list", '{"numbers":[1,]}', "a value is needed"],
    ["a leading zero", '{"anInt64":01}', "a comma or the end of the object is needed"],
    ["a number of no digits", '{"anInt64":-}', "a value is needed"],
    ["a list without an end", '{"numbers":[1', "a comma or the end of the list is needed"],
    ["a name without a value", '{"aBool"}', "a colon is needed after a name"],
    ["a string without an end", '{"aString":"\\"}', "the string has no end"],
    ["a control character", '{"aString":"\n"}', "the string has a control character or an escape"],
    ["an unknown escape", '{"aString":"\\x"}', "the string has a control character or an escape"],
    ["deep nesting", "[".repeat(5000), "nested deeper than 1000"],
  ])("refuses %s", (_, text, message) => {
    expect(() => read(text)).toThrow(MessageError);
    expect(() => read(text)).toThrow(codedError("MESSAGE_INVALID", message));
  });

  it("says where a value does not fit, as it does for JSON that is parsed already", () => {
    expect(() => read('{"anInt64":9223372036854775808}')).toThrow(
      codedError("MESSAGE_INVALID", "anInt64: an integer from -9223372036854775808"),
    );
    expect(() => read('{"anInt64":9007199254740993.5}')).toThrow(
      codedError("MESSAGE_INVALID", "anInt64: an integer is needed"),
    );
    expect(() => read('{"aString":123456789012}')).toThrow(
      codedError("MESSAGE_INVALID", "aString: a string is needed"),
    );
    expect(() => read('{"inner":123456789012}')).toThrow(
      codedError("MESSAGE_INVALID", "inner: an object, a test.v1.Shapes"),
    );
    expect(() => read('{"numbers":123456789012}')).toThrow(
      codedError("MESSAGE_INVALID", "numbers: a list is needed"),
    );
    expect(() => read('{"aDouble":1e400}')).toThrow(
      codedError("MESSAGE_INVALID", "aDouble: a number in the range of a double"),
    );
    expect(() => fromJsonText(AnyTable, "123456789012")).toThrow(
      codedError("MESSAGE_INVALID", "an object, a google.protobuf.Any, is needed"),
    );
  });

  it("shows nothing of the text", () => {
    expect(() => read('{"aString":"hunter2')).toThrow(codedError("MESSAGE_INVALID", /^(?!.*hunter2)/));
  });

  const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,12})?(?:[eE][+-]?\d{1,2})?$/);
  it("reads any number as the same number in quotes", () => {
    const fields = ["anInt64", "aUint64", "anInt32", "aUint32", "aDouble", "aFloat", "wrappedLong"];
    const outcome = (make: () => unknown): unknown => {
      try {
        return make();
      } catch {
        return "refused";
      }
    };
    fc.assert(
      fc.property(digits, fc.constantFrom(...fields), (number, field) => {
        const bare = outcome(() => read(`{"${field}":${number}}`));
        expect(bare).toEqual(outcome(() => fromJson(ShapesTable, { [field]: number })));
      }),
    );
  });

  it("reads any other text as JSON.parse does", () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const struct = { struct: { value } };
        const text = JSON.stringify(struct, undefined, indent);
        expect(read(text)).toEqual(fromJson(ShapesTable, JSON.parse(text)));
      }),
    );
  });
});
