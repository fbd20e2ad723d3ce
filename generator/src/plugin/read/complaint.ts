import type { FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import type { Problem } from "../../kit/problem.js";

/** Takes a problem with an element of one file. */
export type Complain = (element: string, what: string, fix: string) => void;

/** Takes the problems of a file, behind those of others. */
export function complainOf({ name: file }: FileDescriptorProto, problems: Problem[]): Complain {
  return (element, what, fix) => problems.push({ file, element, what, fix });
}

/** A name of the language of protos. */
export const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The full name of what is declared in a package or a message; nothing is around it if there is no package. */
export function fullName(scope: string, name: string): string {
  return scope === "" ? name : `${scope}.${name}`;
}
