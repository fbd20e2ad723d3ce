import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { childMilliseconds } from "./child.js";
import { plugins, readResponse, top, writeRequest } from "./corpus.js";
import type { Row } from "./report.js";
import { compare, type Contestant } from "./slices.js";

const services = 10_000;
const servicesPerPackage = 100;

/** Generation of 10,000 services in 100 packages, and of a tenth, each in one request. */
export async function serviceRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  try {
    const contestants = [
      await contest("a tenth", services / 10, folder),
      await contest("stratus", services, folder),
    ];
    const topic = `${services.toLocaleString("en-US")} services in one request`;
    return await compare(topic, "µs CPU", contestants, { warmUp: 0, measured: 5, seconds: 1 });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A request on disk. A slice throws if the plugin reports an error instead of files. */
async function contest(name: string, count: number, folder: string): Promise<Contestant> {
  const files = Array.from({ length: count / servicesPerPackage }, (_, index) => createFile(index));
  const plugin = { ...plugins.stratus, name };
  const input = await writeRequest(plugin, { files, names: files.map((file) => file.name) }, folder);
  const output = `${input}.response`;
  return {
    name,
    async slice() {
      const cost = await childMilliseconds([join(top, plugin.command)], { input, output });
      await readResponse(plugin, output);
      return (cost * 1000) / count;
    },
  };
}

/** A file with 100 services. Each has a method, its request and a resource. */
function createFile(index: number): FileDescriptorProto {
  const name = `acme.area${index}.v1`;
  const numbers = Array.from({ length: servicesPerPackage }, (_, number) => number);
  return create(FileDescriptorProtoSchema, {
    name: `acme/area${index}/v1/services.proto`,
    package: name,
    syntax: "proto3",
    messageType: numbers.flatMap((number) => [
      { name: `Thing${number}`, field: ["id", "title", "owner"].map(stringField) },
      { name: `GetThing${number}Request`, field: ["id"].map(stringField) },
    ]),
    service: numbers.map((number) => ({
      name: `Thing${number}Service`,
      method: [
        {
          name: "Get",
          inputType: `.${name}.GetThing${number}Request`,
          outputType: `.${name}.Thing${number}`,
        },
      ],
    })),
  });
}

function stringField(name: string, index: number) {
  const [label, type] = [FieldDescriptorProto_Label.OPTIONAL, FieldDescriptorProto_Type.STRING];
  return { name, jsonName: name, number: index + 1, label, type };
}
