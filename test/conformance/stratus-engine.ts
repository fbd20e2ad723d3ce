import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FileRegistry } from "@bufbuild/protobuf";
import type { Codec, MessageTable, MessageType } from "@stratus/runtime/codegen-v1";
import { fromJsonText, toJson } from "@stratus/runtime/json";
import type { Engine } from "./engine.js";

/** The messages that our plugin generated into a folder, compiled. */
export async function stratusEngine(folder: string, registry: FileRegistry): Promise<Engine> {
  const types = new Map<string, MessageType<unknown>>();
  for (const protoPackage of new Set([...registry.files].map((file) => file.proto.package))) {
    for (const type of await typesOf(folder, protoPackage)) types.set(type.table.typeName, type);
  }
  const type = (typeName: string): MessageType<unknown> => {
    const known = types.get(typeName);
    if (known) return known;
    throw new Error(`the generated code has no ${typeName}`);
  };
  const anyTypes = [...types.values()];
  return {
    has: (typeName) => types.has(typeName),
    decode: (typeName, bytes) => type(typeName).codec.decode(bytes),
    encode: (typeName, message) => type(typeName).codec.encode(message).finish(),
    parse: (typeName, text, ignoreUnknownFields) =>
      fromJsonText(type(typeName).table, text, { ignoreUnknownFields, anyTypes }),
    print: (typeName, message) => JSON.stringify(toJson(type(typeName).table, message, { anyTypes })),
  };
}

/** The message types of a proto package: the tables that its entry point exports, and the codecs beside them. */
async function typesOf(folder: string, protoPackage: string): Promise<MessageType<unknown>[]> {
  const path = join(folder, ...protoPackage.split("."), "index.js");
  const entry = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  return Object.entries(entry).flatMap(([name, table]) => {
    const codec = entry[name.replace(/Table$/, "")];
    return isTable(table) && isCodec(codec) ? [{ codec, table }] : [];
  });
}

function isTable(value: unknown): value is MessageTable {
  return typeof value === "object" && value !== null && "typeName" in value && "byName" in value;
}

function isCodec(value: unknown): value is Codec<unknown> {
  return typeof value === "object" && value !== null && "encode" in value && "decode" in value;
}
