import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import type { DescFile, DescMessage } from "@bufbuild/protobuf";
import { linkModule } from "../oracle/codecs.fixture.js";

/** A public API that states rules: the folders of protos that it needs, in checkouts of the names that they have at GitHub. */
export interface RuledApi {
  readonly name: string;
  /** Where its protos and those that they import are, as `checkout/folder`. */
  readonly sources: readonly string[];
  /** The folders of its own protos, below the sources. */
  readonly own: readonly string[];
}

const validate = "protovalidate/proto/protovalidate";

/** Three registries and consoles, a permission database, a workflow engine. */
export const ruledApis: readonly RuledApi[] = [
  { name: "registry", sources: ["registry-proto", "bufplugin"], own: ["buf/registry"] },
  { name: "cerbos", sources: ["cerbos/api/public", "grpc-gateway"], own: ["cerbos", "authzen"] },
  {
    name: "authzed",
    sources: ["authzed-api", "grpc-gateway", "protoc-gen-validate"],
    own: ["authzed"],
  },
  { name: "redpanda", sources: ["console/proto", "grpc-gateway"], own: ["redpanda/api"] },
  { name: "flyte", sources: ["flyte"], own: ["flyteidl2"] },
];

/** The folder of the checkouts. */
export function checkouts(): string {
  const folder = env["STRATUS_RULED_APIS"];
  if (folder !== undefined) return folder;
  throw new Error(
    "STRATUS_RULED_APIS is not set: clone bufbuild/registry-proto, bufbuild/bufplugin, bufbuild/protovalidate, " +
      "bufbuild/protoc-gen-validate, cerbos/cerbos, authzed/api (as authzed-api), redpanda-data/console, flyteorg/flyte " +
      "and grpc-ecosystem/grpc-gateway into a folder, and name it",
  );
}

const google = fileURLToPath(
  new URL("../../bench/corpus/node_modules/google-proto-files/google", import.meta.url),
);

/**
 * The files of an API, linked; `more` are protos beside them, by path.
 *
 * @param placeOf Where the checkout of a source is.
 */
export function linkRuledApi(
  { sources, own }: RuledApi,
  more?: Readonly<Record<string, string>>,
  placeOf = (source: string): string => join(checkouts(), source),
): readonly DescFile[] {
  const folder = mkdtempSync(join(tmpdir(), "stratus-ruled-"));
  try {
    for (const source of [validate, ...sources]) {
      for (const part of partsOf(source, placeOf(source)))
        cpSync(part.from, join(folder, part.to), { recursive: true });
    }
    for (const part of ["api", "rpc", "type"])
      cpSync(join(google, part), join(folder, "google", part), { recursive: true });
    // They lead to a registry.
    for (const file of ["buf.yaml", "buf.lock"]) rmSync(join(folder, file), { force: true });
    removeIncomplete(folder);
    for (const [path, text] of Object.entries(more ?? {})) writeFileSync(join(folder, path), text);
    return linkModule(folder, [...own, ...Object.keys(more ?? {})]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes protos that import what is not public, and those that import these. */
function removeIncomplete(folder: string): void {
  for (let isMore = true; isMore;) {
    isMore = false;
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const known = new Set(files);
    for (const file of files.filter((one) => one.endsWith(".proto"))) {
      const text = readFileSync(join(folder, file), "utf8");
      const imports = [...text.matchAll(/^import (?:public )?"([^"]+)";/gm)].map(([, path = ""]) => path);
      if (imports.every((path) => known.has(path) || path.startsWith("google/protobuf/"))) continue;
      rmSync(join(folder, file));
      isMore = true;
    }
  }
}

/** Of a checkout the folders of protos alone, since what else is there does not compile with them. */
function partsOf(source: string, top: string): readonly { readonly from: string; readonly to: string }[] {
  if (source === "grpc-gateway")
    return [{ from: join(top, "protoc-gen-openapiv2/options"), to: "protoc-gen-openapiv2/options" }];
  if (source === "protoc-gen-validate") return [{ from: join(top, "validate"), to: "validate" }];
  if (source === "flyte") return [{ from: join(top, "flyteidl2"), to: "flyteidl2" }];
  return [{ from: top, to: "." }];
}

/** The requests of all methods; services may be in files that were not linked, so their names count too. */
export function requestsOf(files: readonly DescFile[]): readonly DescMessage[] {
  const called = files.flatMap(({ services }) =>
    services.flatMap(({ methods }) => methods.map(({ input }) => input)),
  );
  const named = files.flatMap(({ messages }) => messages.filter(({ name }) => name.endsWith("Request")));
  return [...new Set([...called, ...named])].filter(({ file }) => files.includes(file));
}
