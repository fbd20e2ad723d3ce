import type { DescriptorProto, FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import type { SdkFiles } from "../../generator/src/surface/sdk-files.js";
import { base, shared } from "./base.fixture.js";
import { changes, type ChangeCase, type Edits } from "./changes.fixture.js";

/** Descriptors of the base, and of the versions before and after each change, in the order of the table. */
export interface Versions {
  readonly base: readonly FileDescriptorProto[];
  readonly before: readonly (readonly FileDescriptorProto[])[];
  readonly after: readonly (readonly FileDescriptorProto[])[];
}

/**
 * Compiles all versions at once: each stands in a package of its own, which gets its real name afterwards. A run
 * of the compiler for each would take most of the time of the table.
 */
export function compileVersions(list: readonly ChangeCase[] = changes): Versions {
  const sides = list.flatMap(({ name, from = [], edits }) => [textWith(name, from), textWith(name, edits)]);
  const texts = [...new Set([base, ...sides])];
  const own = texts.map((text, index) => [
    `c${index}/disk.proto`,
    text.replace("package acme.v1;", `package c${index}.v1;`),
  ]);
  const files = compileProtos({ ...shared, ...Object.fromEntries(own) });
  const common = files.filter(({ name }) => !/^c\d+\//.test(name));
  const versions = new Map(
    texts.map((text, index) => {
      const ownFiles = files.filter(({ name }) => name.startsWith(`c${index}/`));
      return [text, [...common, ...ownFiles.map((file) => renamed(file, `c${index}`))]] as const;
    }),
  );
  const compiled = sides.map((text) => versions.get(text) ?? []);
  return {
    base: versions.get(base) ?? [],
    before: compiled.filter((_, index) => index % 2 === 0),
    after: compiled.filter((_, index) => index % 2 === 1),
  };
}

/** The file with a change. */
function textWith(name: string, edits: Edits): string {
  return edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${name}: there is no ${from}`);
    return text.replace(from, to);
  }, base);
}

/** The file as it would be in the package `acme.v1`. */
export function renamed(file: FileDescriptorProto, first: string): FileDescriptorProto {
  const plain = (name: string): string => name.replace(`.${first}.`, ".acme.");
  const inMessage = (message: DescriptorProto): void => {
    for (const field of message.field) field.typeName = plain(field.typeName);
    message.nestedType.forEach(inMessage);
  };
  file.messageType.forEach(inMessage);
  for (const method of file.service.flatMap((service) => service.method)) {
    method.inputType = plain(method.inputType);
    method.outputType = plain(method.outputType);
  }
  file.name = "acme/v1/disk.proto";
  file.package = "acme.v1";
  return file;
}

export const defaultOptions = "session_name=Acme";

/** An SDK of descriptors, in memory. */
export async function generateSdk(
  files: readonly FileDescriptorProto[],
  label: string,
  parameter: string,
): Promise<SdkFiles> {
  const { files: texts, error } = await runPlugin(requestOf(files, { parameter }));
  if (error !== "") throw new Error(`${label}: ${error}`);
  return { label, files: new Map(Object.entries(texts)) };
}
