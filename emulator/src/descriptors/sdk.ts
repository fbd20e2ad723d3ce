import { readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { create, createFileRegistry, type FileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import type { SdkDescriptors } from "./sdk-descriptors.js";
import { reasonOf } from "../text/reason.js";

/** Entry of a generated package that has its API as descriptors. */
const entry = "descriptors";

/**
 * Loads the API that a generated package carries.
 *
 * @param name the package as a program in `cwd` imports it, the path of its
 *   folder, or that of its built module `descriptors.js`
 * @throws an Error that says what to do when there is none
 */
export async function loadSdk(name: string, cwd: string): Promise<SdkDescriptors> {
  const file = await findEntry(name, cwd);
  let module: Readonly<Record<string, unknown>>;
  try {
    module = (await import(pathToFileURL(file).href)) as typeof module;
  } catch (error) {
    if (isMissing(error)) throw new Error(`sdk ${name} is not built: there is no ${file}`, { cause: error });
    throw new Error(`sdk ${name}: ${file} cannot be loaded: ${reasonOf(error)}`, { cause: error });
  }
  const { descriptors } = module;
  if (isDescriptors(descriptors)) return descriptors;
  throw new Error(
    `sdk ${name}: ${file} exports no descriptors; is it of a package that protoc-gen-stratus generated?`,
  );
}

/** The registry of the API that a generated package carries. */
export function registryOf({ sdk, files }: SdkDescriptors): FileRegistry {
  try {
    const file = files.map((base64) => fromBinary(FileDescriptorProtoSchema, Buffer.from(base64, "base64")));
    return createFileRegistry(create(FileDescriptorSetSchema, { file }));
  } catch (error) {
    throw new Error(`sdk ${sdk.name}: its descriptors cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

async function findEntry(name: string, cwd: string): Promise<string> {
  const isPath = isAbsolute(name) || /^\.{1,2}(?:[/\\]|$)/.test(name);
  if (!isPath) return resolveEntry(name, name, join(resolve(cwd), "program.js"));
  const path = resolve(cwd, name);
  if (!(await isFolder(path, name))) return path;
  const manifest = join(path, "package.json");
  return resolveEntry(await packageName(manifest, name), name, manifest);
}

async function isFolder(path: string, name: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw new Error(`sdk ${name}: there is no such folder or module`, { cause: error });
  }
}

async function packageName(manifest: string, name: string): Promise<string> {
  try {
    return String((JSON.parse(await readFile(manifest, "utf8")) as { readonly name?: unknown }).name);
  } catch (error) {
    throw new Error(`sdk ${name}: ${manifest} is no manifest of a package: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** Resolves as a program would that stands at the place. */
function resolveEntry(packageName: string, name: string, from: string): string {
  const { resolve: find } = createRequire(from);
  try {
    return find(`${packageName}/${entry}`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ERR_PACKAGE_PATH_NOT_EXPORTED") {
      throw new Error(
        `sdk ${name} has no entry "./${entry}": generate it with a newer protoc-gen-stratus, or pass protos or an image`,
        { cause: error },
      );
    }
    if (!isMissing(error)) throw error;
    throw new Error(missing(packageName, name, from, find), { cause: error });
  }
}

function missing(packageName: string, name: string, from: string, find: NodeJS.RequireResolve): string {
  try {
    find(`${packageName}/package.json`);
  } catch {
    return `sdk ${name} is not installed for ${join(from, "..")}: run \`npm install ${packageName}\`, or pass the path of its folder (./...)`;
  }
  return `sdk ${name} is not built: run \`npm run build\` in its folder`;
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND";
}

function isDescriptors(value: unknown): value is SdkDescriptors {
  if (typeof value !== "object" || value === null) return false;
  const { sdk, session, files } = value as Readonly<Record<string, unknown>>;
  return typeof sdk === "object" && typeof session === "string" && Array.isArray(files);
}
