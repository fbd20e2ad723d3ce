import { parse } from "yaml";
import { knownFiles, type Repository } from "./repository.js";

/** Where protos of a new API stand, and those of others. */
const ownRoot = "proto";
export const foreignRoot = "third_party";
const status = "google/rpc/status.proto";

/** Folders from which imports are named: the modules of buf.yaml, else what the protos show. */
export function rootsOf({ protos, texts }: Repository): readonly string[] {
  const text = texts.get(knownFiles.buf);
  if (text === undefined) {
    const roots = [...new Set(protos.map(({ root }) => root))].sort();
    return roots.length > 0 ? roots : [ownRoot];
  }
  const buf = parse(text) as { modules?: readonly { path?: string }[] } | null;
  return buf?.modules?.map(({ path = "." }) => path) ?? ["."];
}

/** A proto file to write, and the template that prints it. */
export interface NewProto {
  readonly path: string;
  readonly template: string;
}

/** Options of the convention, a sample where there is no service, and what that imports. */
export function missingProtos(
  { protos, texts }: Repository,
  roots: readonly string[],
  proto: string,
): NewProto[] {
  const root = roots.find((one) => one !== foreignRoot) ?? ownRoot;
  const isSample = !protos.some(({ hasService }) => hasService);
  const own = (path: string): NewProto => ({
    path: at(root, `${proto}/${path}`),
    template: `proto/${path.split("/").at(-1)}`,
  });
  const needsStatus = isSample || protos.some(({ imports }) => imports.includes(status));
  const hasStatus =
    protos.some(({ path }) => path === status || path.endsWith(`/${status}`)) ||
    /googleapis/.test(texts.get(knownFiles.buf) ?? "");
  // A buf.yaml of theirs is not changed, so that the file has to stand in one of its modules.
  const statusRoot = texts.has(knownFiles.buf) ? root : foreignRoot;
  const wanted = [
    ...(protos.some(({ hasOptions }) => hasOptions) ? [] : [own("annotations.proto")]),
    ...(isSample ? sample.map(own) : []),
    ...(needsStatus && !hasStatus
      ? [{ path: at(statusRoot, status), template: "third_party/status.proto" }]
      : []),
  ];
  return wanted.filter(({ path }) => !protos.some((one) => one.path === path));
}

const sample = [
  "common/v1/operation.proto",
  "common/v1/operation_service.proto",
  "common/v1/resource_metadata.proto",
  "notes/v1/note.proto",
  "notes/v1/note_service.proto",
];

function at(place: string, path: string): string {
  return place === "." ? path : `${place}/${path}`;
}
