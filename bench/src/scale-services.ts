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
  const contest = async (name: string, count: number): Promise<Contestant> => {
    const files = Array.from({ length: count / servicesPerPackage }, (_, index) => createFile(index));
    const plugin = { ...plugins.stratus, name };
    const input = await writeRequest(plugin, { files, names: files.map((file) => file.name) }, folder);
    const output = `${input}.response`;
    const slice = async (): Promise<number> =>
      ((await childMilliseconds([join(top, plugin.command)], { input, output })) * 1000) / count;
    return { name, slice: async () => slice().finally(() => readResponse(plugin, output)) };
  };
  try {
    const contestants = [await contest("a tenth", services / 10), await contest("stratus", services)];
    return await compare(
      `${services.toLocaleString("en-US")} services in one request`,
      "µs CPU",
      contestants,
      {
        warmUp: 0,
        measured: 5,
        seconds: 1,
      },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A file with 100 services. Each has two methods, a resource and the messages for them. */
function createFile(index: number): FileDescriptorProto {
  const name = `acme.area${index}.v1`;
  const numbers = Array.from({ length: servicesPerPackage }, (_, number) => number);
  return create(FileDescriptorProtoSchema, {
    name: `acme/area${index}/v1/services.proto`,
    package: name,
    syntax: "proto3",
    messageType: numbers.flatMap((number) => [
      {
        name: `Thing${number}`,
        field: [stringField("id", 1), stringField("title", 2), stringField("owner", 3)],
      },
      { name: `GetThing${number}Request`, field: [stringField("id", 1)] },
      {
        name: `ListThing${number}Request`,
        field: [stringField("parent_id", 1), stringField("page_token", 2)],
      },
      {
        name: `ListThing${number}Response`,
        field: [
          {
            name: "items",
            jsonName: "items",
            number: 1,
            label: FieldDescriptorProto_Label.REPEATED,
            type: FieldDescriptorProto_Type.MESSAGE,
            typeName: `.${name}.Thing${number}`,
          },
          stringField("next_page_token", 2),
        ],
      },
    ]),
    service: numbers.map((number) => ({
      name: `Thing${number}Service`,
      method: [
        {
          name: "Get",
          inputType: `.${name}.GetThing${number}Request`,
          outputType: `.${name}.Thing${number}`,
        },
        {
          name: "List",
          inputType: `.${name}.ListThing${number}Request`,
          outputType: `.${name}.ListThing${number}Response`,
        },
      ],
    })),
  });
}

function stringField(name: string, number: number) {
  const jsonName = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const [label, type] = [FieldDescriptorProto_Label.OPTIONAL, FieldDescriptorProto_Type.STRING];
  return { name, jsonName, number, label, type };
}
