import { CommandError } from "../../kit/problem.js";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { ts } from "ts-morph";
import { readManifest, type SdkFiles } from "../../surface/sdk-files.js";

/** The contents of the entry point `./descriptors` of a generated SDK. */
export interface SdkDescriptors {
  readonly files: readonly FileDescriptorProto[];
  readonly apiDomain: string | undefined;
  /** The generator that wrote the SDK, and its options. */
  readonly generator: { readonly version: string; readonly options: string } | undefined;
  /** The contents of the configuration files that the generator read, as text; undefined if there were none. */
  readonly configuration: string | undefined;
  /** The names that only a names file explains, as the text of one; undefined if there were none. */
  readonly names: string | undefined;
}

const modulePaths = ["src/descriptors.ts", "descriptors.ts"];

/**
 * Reads the descriptors of an SDK from the text of their module, without running it. Returns undefined if the package
 * has no such module, as in a REST client.
 *
 * @throws Error if the module contains no descriptors.
 */
export function readSdkDescriptors({ label, files }: SdkFiles): SdkDescriptors | undefined {
  const text = modulePaths.map((path) => files.get(path)).find((one) => one !== undefined);
  if (text === undefined) return undefined;
  const value = readLiteral(text);
  const encoded = value.get("files");
  if (!Array.isArray(encoded))
    throw new CommandError("FILE_INVALID", `The descriptors of ${label} cannot be read. Generate it again`);
  const { version, options } = Object.fromEntries(asMap(value.get("generator")));
  return {
    files: encoded.map((one) => fromBinary(FileDescriptorProtoSchema, Buffer.from(String(one), "base64"))),
    apiDomain: toText(value.get("apiDomain")),
    generator: typeof version === "string" ? { version, options: String(options ?? "") } : undefined,
    configuration: toText(value.get("configuration")),
    names: toText(value.get("names")),
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns the version of the generator that wrote an SDK or a REST client; undefined if it does not state it. */
export function readGeneratorVersion(sdk: SdkFiles, carried: SdkDescriptors | undefined): string | undefined {
  return carried?.generator?.version ?? /`stratus openapi` (\S+);/.exec(readManifest(sdk)?.["//"] ?? "")?.[1];
}

type Literal = string | undefined | readonly Literal[] | ReadonlyMap<string, unknown>;

/** Returns the literal parts of the object that the module exports. */
function readLiteral(text: string): ReadonlyMap<string, unknown> {
  const source = ts.createSourceFile("descriptors.ts", text, ts.ScriptTarget.ESNext);
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && name.text === "descriptors" && initializer)
        return asMap(read(initializer));
  }
  return new Map();
}

function read(node: ts.Expression): Literal {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(read);
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  return new Map(
    node.properties.flatMap((one) =>
      ts.isPropertyAssignment(one) && ts.isIdentifier(one.name)
        ? [[one.name.text, read(one.initializer)]]
        : [],
    ),
  );
}

function asMap(value: unknown): ReadonlyMap<string, unknown> {
  return value instanceof Map ? (value as ReadonlyMap<string, unknown>) : new Map();
}
