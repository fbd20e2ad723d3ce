/**
 * The program that the suite's runner starts: it reads requests from its input and answers each on its output,
 * a length of four bytes before each (little-endian). Arguments: the library, and the folder of the generated code.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFileRegistry, fromBinary, type FileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import type { Engine } from "./engine.js";
import { answer } from "./exchange.js";
import { protobufEsEngine } from "./protobuf-es-engine.js";
import { stratusEngine } from "./stratus-engine.js";

const [library = "", folder = ""] = process.argv.slice(2);
const registry = createFileRegistry(
  fromBinary(FileDescriptorSetSchema, readFileSync(join(folder, "image.binpb"))),
);
const engine = await engineOf(library, registry);

let received = Buffer.alloc(0);
for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
  received = Buffer.concat([received, chunk]);
  while (received.length >= 4 && received.length >= 4 + received.readUInt32LE()) {
    const end = 4 + received.readUInt32LE();
    const response = answer(engine, registry, received.subarray(4, end));
    received = received.subarray(end);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(response.length);
    process.stdout.write(Buffer.concat([length, response]));
  }
}

async function engineOf(name: string, files: FileRegistry): Promise<Engine> {
  if (name === "stratus") return stratusEngine(join(folder, "dist"), files);
  if (name === "protobuf-es") return protobufEsEngine(files);
  throw new Error(`the library is "stratus" or "protobuf-es", not ${JSON.stringify(name)}`);
}
