import { clone } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import type { Request } from "./request.js";

const text = " Text.\n";

/** The same request with harmless comments: what the gate compares the output with. */
export function neutralRequest(request: Request): Request {
  return { ...request, files: request.files.map(neutralFile) };
}

function neutralFile(file: FileDescriptorProto): FileDescriptorProto {
  const copy = clone(FileDescriptorProtoSchema, file);
  for (const location of copy.sourceCodeInfo?.location ?? []) {
    if (location.leadingComments !== "") location.leadingComments = text;
    if (location.trailingComments !== "") location.trailingComments = text;
    location.leadingDetachedComments = [];
  }
  return copy;
}
