import {
  type DescEnum,
  type DescExtension,
  type DescField,
  type DescMessage,
  ScalarType,
} from "@bufbuild/protobuf";
import { file_buf_validate_validate } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { compileProtos, type TestApi } from "../protos.fixture.js";
import { createCustomOptions } from "../base/options.js";

/** `buf/validate/validate.proto` of the package that is installed, in as many words as a compiler needs. */
export const validateProto: string = [
  'syntax = "proto2"; package buf.validate;',
  ...file_buf_validate_validate.dependencies.map(({ name }) => `import "${name}.proto";`),
  ...file_buf_validate_validate.extensions.map(
    (one) => `extend .${one.extendee.typeName} { ${printField(one, "optional")} }`,
  ),
  ...file_buf_validate_validate.messages.map(printMessage),
  ...file_buf_validate_validate.enums.map(printEnum),
].join("\n");

function printMessage({ name, members, proto }: DescMessage): string {
  const lines = members.map((member) =>
    member.kind === "oneof"
      ? `oneof ${member.name} { ${member.fields.map((field) => printField(field, "")).join(" ")} }`
      : printField(member, member.fieldKind === "list" ? "repeated" : "optional"),
  );
  const ranges = proto.extensionRange.map(({ start }) => `extensions ${start} to max;`);
  return `message ${name} { ${[...lines, ...ranges].join(" ")} }`;
}

function printField(field: DescField | DescExtension, label: string): string {
  const type = field.message?.typeName ?? field.enum?.typeName;
  const scalar = ScalarType[field.scalar ?? ScalarType.STRING].toLowerCase();
  return `${label} ${type === undefined ? scalar : `.${type}`} ${field.name} = ${field.number};`;
}

function printEnum({ name, values }: DescEnum): string {
  return `enum ${name} { ${values.map((value) => `${value.name} = ${value.number};`).join(" ")} }`;
}

/** What the protos of a test import before what they say. */
const head = `package acme; import "buf/validate/validate.proto"; import "google/protobuf/descriptor.proto";
  ${["any", "duration", "field_mask", "timestamp", "wrappers"].map((name) => `import "google/protobuf/${name}.proto";`).join(" ")}
  extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 50001; optional bool sensitive = 50002; }
  extend google.protobuf.OneofOptions { repeated FieldBehavior oneof_behavior = 50001; }
  enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; FIELD_BEHAVIOR_REQUIRED = 1; FIELD_BEHAVIOR_IMMUTABLE = 2; FIELD_BEHAVIOR_OUTPUT_ONLY = 3; FIELD_BEHAVIOR_INPUT_ONLY = 4; }`;

/** An API that states rules, in the package `acme`; all that its fields need is imported. */
export function ruledApi(
  body: string,
  { syntax = "proto2", validate = validateProto, more = {} }: RuledApiOptions = {},
): Pick<TestApi, "options" | "message" | "field" | "files"> {
  const registry = compileProtos({
    "buf/validate/validate.proto": validate,
    "acme/a.proto": `syntax = "${syntax}"; ${syntax === "proto3" ? head.replaceAll("optional ", "") : head} ${body}`,
    ...more,
  });
  const message = (name: string) => registry.getMessage(`acme.${name}`)!;
  return {
    files: [...registry.files],
    options: createCustomOptions(registry.files),
    message,
    field: (name) => message("M").fields.find((one) => one.name === name)!,
  };
}

/** What a test may change about the API. */
export interface RuledApiOptions {
  readonly syntax?: "proto2" | "proto3";
  /** Another version of `buf/validate/validate.proto`. */
  readonly validate?: string;
  /** Other files beside. */
  readonly more?: Readonly<Record<string, string>>;
}
