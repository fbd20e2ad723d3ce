import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { ts } from "ts-morph";
import { readManifest, type SdkFiles } from "../../surface/sdk-files.js";

/** What a generated SDK says of itself in its entry point `./descriptors`. */
export interface Carried {
  readonly files: readonly FileDescriptorProto[];
  readonly apiDomain: string | undefined;
  /** What wrote it, and by which options. */
  readonly generator: { readonly version: string; readonly options: string } | undefined;
  /** The contents of the files beside the protos, as text; undefined if there were none. */
  readonly configuration: string | undefined;
}

const places = ["src/descriptors.ts", "descriptors.ts"];

/**
 * Reads the descriptors of an SDK out of the text of their module, which is not run. Undefined where there is
 * none, as in a REST client.
 * @throws Error where the module holds no descriptors.
 */
export function readCarried({ label, files }: SdkFiles): Carried | undefined {
  const text = places.map((path) => files.get(path)).find((one) => one !== undefined);
  if (text === undefined) return undefined;
  const value = readLiteral(text);
  const encoded = value.get("files");
  if (!Array.isArray(encoded))
    throw new Error(`the descriptors of ${label} cannot be read: generate it again`);
  const { version, options } = Object.fromEntries(asMap(value.get("generator")));
  return {
    files: encoded.map((one) => fromBinary(FileDescriptorProtoSchema, Buffer.from(String(one), "base64"))),
    apiDomain: textOf(value.get("apiDomain")),
    generator: typeof version === "string" ? { version, options: String(options ?? "") } : undefined,
    configuration: textOf(value.get("configuration")),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The version of the generator that wrote an SDK or a REST client; undefined where it does not say. */
export function generatorOf(sdk: SdkFiles, carried: Carried | undefined): string | undefined {
  return carried?.generator?.version ?? /`stratus openapi` (\S+);/.exec(readManifest(sdk)?.["//"] ?? "")?.[1];
}

type Literal = string | undefined | readonly Literal[] | ReadonlyMap<string, unknown>;

/** The object that the module exports, as far as it is literal. */
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
