import type { FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import type { Request } from "./request.js";

const text = " Text.\n";

/** The same request with harmless comments: what the gate compares the output with. */
export function neutralRequest(request: Request): Request {
  return { ...request, files: request.files.map(neutralFile) };
}

function neutralFile(file: FileDescriptorProto): FileDescriptorProto {
  const { sourceCodeInfo } = file;
  if (!sourceCodeInfo) return file;
  const location = sourceCodeInfo.location.map((one) => ({
    ...one,
    leadingComments: one.leadingComments === "" ? "" : text,
    trailingComments: one.trailingComments === "" ? "" : text,
    leadingDetachedComments: [],
  }));
  return { ...file, sourceCodeInfo: { ...sourceCodeInfo, location } };
}
