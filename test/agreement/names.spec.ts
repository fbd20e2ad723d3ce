import { create, createFileRegistry, type DescField } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { assert, constantFrom, oneof, property, string, stringMatching } from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { camelCase as camelCaseOfGenerator, codecNames } from "../../generator/src/plugin/codecs/names.js";
import { camelCase } from "../../runtime/src/messages/table/camel-case.js";
import { buildGoogle, source } from "../corpus/google.fixture.js";

/** A name that a proto may give to a field, and what a hostile descriptor may. */
const protoName = oneof(
  stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/),
  string({ unit: constantFrom(..."azAZ09_-.\u00e9\n"), maxLength: 12 }),
);

describe("a row without names", () => {
  it("has the same names at run time as when it was printed", () => {
    assert(
      property(protoName, (name) => {
        expect(camelCase(name)).toBe(camelCaseOfGenerator(name));
      }),
    );
  });

  it("has the property of its field, unless the name of the field is written in capitals", () => {
    assert(
      property(protoName, (name) => {
        const isShouted = name.includes("_") && !/[a-z]/.test(name);
        expect(codecNames.propertyName(name)).toBe(camelCase(isShouted ? name.toLowerCase() : name));
      }),
    );
  });
});

describe("the fields of APIs that were not written for us", () => {
  let fields: readonly DescField[];

  beforeAll(() => {
    const file = buildGoogle(source.folders, source.place);
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file }));
    fields = [...registry.files].flatMap((file) =>
      [...nestedTypes(file)].flatMap((type) => (type.kind === "message" ? type.fields : [])),
    );
  });

  it("are called in JSON and in TypeScript as their compiler and protobuf-es call them", () => {
    expect(fields.length).toBeGreaterThan(1_500);
    // Names that mean something to JavaScript have a `$` behind them in protobuf-es, and in ours by a rule of the model.
    const ours = fields.map(({ name, parent }) => [`${parent.typeName}.${name}`, camelCase(name)]);
    expect(ours).toEqual(
      fields.map(({ jsonName, parent, name }) => [`${parent.typeName}.${name}`, jsonName]),
    );
    expect(ours).toEqual(
      fields.map(({ localName, parent, name }) => [
        `${parent.typeName}.${name}`,
        localName.replace(/\$$/, ""),
      ]),
    );
  });
});
