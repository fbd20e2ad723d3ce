import { clone } from "@bufbuild/protobuf";
import {
  FileDescriptorProtoSchema,
  type DescriptorProto,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import type { Request } from "./request.js";

const text = " Text.\n";

/** The same request with harmless comments and JSON names: what the gate compares the output with. */
export function neutralRequest(request: Request): Request {
  return { ...request, files: request.files.map(neutralFile), sent: new Map() };
}

function neutralFile(file: FileDescriptorProto): FileDescriptorProto {
  const copy = clone(FileDescriptorProtoSchema, file);
  for (const location of copy.sourceCodeInfo?.location ?? []) {
    if (location.leadingComments !== "") location.leadingComments = text;
    if (location.trailingComments !== "") location.trailingComments = text;
    location.leadingDetachedComments = [];
  }
  for (const message of copy.messageType) softenNames(message);
  return copy;
}

/** A JSON name that does not follow from the field's must stay another one, or the row would lose a part. */
function softenNames(message: DescriptorProto): void {
  for (const field of message.field) {
    if (field.jsonName !== "" && /\W/.test(field.jsonName)) field.jsonName = `${field.name} text`;
  }
  for (const inner of message.nestedType) softenNames(inner);
}
