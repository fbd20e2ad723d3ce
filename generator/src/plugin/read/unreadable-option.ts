import type { DescFile } from "@bufbuild/protobuf";
import type { DescWithOptions, CreateOptionError } from "@stratus/convention";
import { Problems } from "../../kit/problem.js";

/** The problem of an option whose value is not of the option's type, with the file that sets it. */
export const unreadableOption: CreateOptionError = (element, option, reason) =>
  new Problems([
    {
      code: "PROTO_INVALID",
      file: fileOf(element).proto.name,
      element: element.toString(),
      what: `The value of the option ${option.typeName} cannot be decoded (${reason})`,
      fix: "Send the file that declares the option as it was when the value was written",
    },
  ]);

function fileOf(element: DescWithOptions): DescFile {
  const { kind } = element;
  if (kind === "file") return element;
  return kind === "field" || kind === "rpc" || kind === "oneof" ? element.parent.file : element.file;
}
