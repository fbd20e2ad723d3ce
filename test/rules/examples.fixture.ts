import { type DescMessage, fromJson, type JsonObject, type JsonValue, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import type { DescribedProtos } from "../../generator/src/plugin/model/describe.fixture.js";
import type { Example, ExampleRecord } from "../../generator/src/plugin/model/example.js";
import { makeExamples } from "../../generator/src/plugin/model/examples.js";
import { openJudge } from "./judge.fixture.js";

/** A request that is an example, and what a judge says of it. */
export interface JudgedExample {
  readonly method: string;
  readonly json: JsonValue;
  /** Rules that it breaks, CEL too; of an update those of what it carries. */
  readonly broken: readonly string[];
}

/** Holds the example of each method of an API against the rules, by protovalidate. */
export function judgeExamples({
  codecFiles,
  services,
  ...described
}: DescribedProtos): readonly JudgedExample[] {
  const examples = makeExamples({ codecFiles, ...described });
  const judge = openJudge(codecFiles);
  const messages = new Map(codecFiles.flatMap((file) => file.messages).map((one) => [one.typeName, one]));
  return services.flatMap((service) =>
    service.methods.flatMap((method): JudgedExample[] => {
      const message = messages.get(method.request.typeName);
      if (!message) return [];
      const json = jsonOf(examples.request(method), message);
      const told = judge.judgeAll(message, toBinary(message, fromJson(message, json))) ?? [];
      const broken = method.isUpdate ? told.filter((one) => !one.endsWith(" required")) : told;
      return [{ method: `${service.name}.${method.local}`, json, broken }];
    }),
  );
}

/** An example in proto3 JSON. */
function jsonOf({ entries }: ExampleRecord, message: DescMessage): JsonObject {
  const json: JsonObject = {};
  for (const [property, value] of entries) {
    const member = value.kind === "case" ? value.name : property;
    const field = message.fields.find(({ jsonName, name }) => jsonName === member || name === member);
    if (!field) throw new Error(`${message.typeName} has no ${member}`);
    json[field.jsonName] = valueOf(value.kind === "case" ? value.value : value, field.message);
  }
  return json;
}

function valueOf(value: Example, message: DescMessage | undefined): JsonValue {
  switch (value.kind) {
    case "scalar":
      if (typeof value.value === "bigint") return String(value.value);
      return value.value instanceof Uint8Array ? base64Encode(value.value) : value.value;
    case "list":
      if (message?.name === "FieldMask")
        return value.items.map((one) => String(valueOf(one, undefined))).join(",");
      return value.items.map((one) => valueOf(one, message));
    case "map":
      return Object.fromEntries(
        value.entries.map(([key, one]) => [String(valueOf(key, undefined)), valueOf(one, message)]),
      );
    case "case":
      throw new Error("A case is a property of its message");
    case "record":
      return message ? recordOf(value, message) : {};
  }
}

function recordOf(value: ExampleRecord, message: DescMessage): JsonValue {
  if (!/^google\.protobuf\.(?:Timestamp|Duration)$/.test(message.typeName)) return jsonOf(value, message);
  const [[, seconds] = ["seconds", undefined]] = value.entries;
  const count = seconds?.kind === "scalar" ? Number(seconds.value) : 0;
  return message.name === "Duration" ? `${count}s` : new Date(count * 1000).toISOString();
}
