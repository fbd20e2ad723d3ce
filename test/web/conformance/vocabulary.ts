/**
 * The cases of github.com/connectrpc/conformance, run against clients and servers of this project and against Connect's own
 * library. Cases are read, expanded and judged here by what the documents of that repository say; they are read by another
 * library than ours, and only then by our messages.
 *
 * @module
 */
import {
  create,
  createFileRegistry,
  createRegistry,
  type DescService,
  fromBinary,
  fromJson,
  type JsonValue,
  toBinary,
} from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { descriptors } from "../../../generated/interop/descriptors.js";
import type { Any } from "../../../generated/interop/index.js";
import type { Header } from "../../../generated/interop/connectrpc/conformance/v1/index.js";

/** The protos of the cases, for the other library. */
export const registry = createRegistry(
  createFileRegistry(
    create(FileDescriptorSetSchema, {
      file: descriptors.files.map((text) => fromBinary(FileDescriptorProtoSchema, base64Decode(text))),
    }),
  ),
  // Details of some errors are of this type.
  FileDescriptorProtoSchema,
);

const scope = "connectrpc.conformance.v1";

/** Full name of the service that all cases call. */
export const serviceName = `${scope}.ConformanceService`;

/** The service that all cases call. */
export const service: DescService = required(registry.getService(serviceName), serviceName);

/** A type of the cases by its simple name, for the other library. */
export function typeOf(name: string) {
  return required(registry.getMessage(`${scope}.${name}`), name);
}

/** The bytes of a message that is written in JSON. */
export function bytesOfJson(name: string, json: JsonValue): Uint8Array {
  const type = typeOf(name);
  return toBinary(type, fromJson(type, json, { registry }));
}

/** The simple name of what an Any holds: `UnaryRequest`. */
export function heldType({ typeUrl }: Any): string {
  return typeUrl.slice(typeUrl.lastIndexOf(".") + 1);
}

/** A message in an Any. */
export function anyOf(name: string, value: Uint8Array): Any {
  return { typeUrl: `type.googleapis.com/${scope}.${name}`, value };
}

/** Headers as pairs; the values of a name that ends in `-bin` are base64 in the cases. */
export function pairsOf(headers: readonly Header[]): [name: string, value: string | Uint8Array][] {
  return headers.flatMap(({ name, value }) =>
    value.map((text): [string, string | Uint8Array] => [
      name.toLowerCase(),
      name.toLowerCase().endsWith("-bin") ? base64Decode(text) : text,
    ]),
  );
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`there is no ${name} among the descriptors`);
  return value;
}
