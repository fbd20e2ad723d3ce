import { toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import type { Corpus } from "./corpus.js";

/** The first files of the corpus that make up a part of its bytes, with all that they import. */
export function selectPart({ files, names }: Corpus, part: number): Corpus {
  const own = new Set(names);
  const sizes = new Map(files.map((file) => [file.name, toBinary(FileDescriptorProtoSchema, file).length]));
  const whole = names.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
  const picked = new Set<string>();
  let size = 0;
  for (const { name } of files) {
    if (!own.has(name) || size >= whole * part) continue;
    picked.add(name);
    size += sizes.get(name) ?? 0;
  }
  return { files: withImports(files, picked), names: [...picked] };
}

function withImports(
  files: readonly FileDescriptorProto[],
  picked: ReadonlySet<string>,
): FileDescriptorProto[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const needed = new Set<string>();
  const waiting = [...picked];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (needed.has(name)) continue;
    needed.add(name);
    waiting.push(...(byName.get(name)?.dependency ?? []));
  }
  return files.filter((file) => needed.has(file.name));
}
