import { fileURLToPath } from "node:url";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import {
  compileProtos,
  generateFrom,
  requestOf,
  runPlugin,
} from "../../generator/src/plugin/request.fixture.js";
import { readTree } from "../golden/tree.fixture.js";
import { blocksOf } from "./pages.fixture.js";

const folder = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const made = new Map<string, Promise<Readonly<Record<string, string>>>>();
let files: ReturnType<typeof compileProtos> | undefined;

/** The SDK of this repository with more options than it is checked in with: files by path. Made once for the same options. */
export function generateCloud(
  options: string,
  name = "@svc/cloud",
): Promise<Readonly<Record<string, string>>> {
  files ??= compileProtos({ ...readTree(folder("protos")), ...readTree(folder("third_party")) });
  const parameter = `package_name=${name},strip_prefix=svc,${options}`;
  const request = requestOf(files, { parameter });
  const found =
    made.get(parameter) ??
    runPlugin(request).then(({ files: written, error }) => {
      if (error !== "") throw new Error(error);
      return written;
    });
  made.set(parameter, found);
  return found;
}

/** The proto that README begins with. */
export const readmeProto = (): string =>
  blocksOf("README.md").find(({ language }) => language === "proto")?.code ?? "";

/** The SDK of that proto: files by path. */
export async function generateNotes(): Promise<Readonly<Record<string, string>>> {
  const parameter = "package_name=acme-sdk,session_name=Acme,strip_prefix=acme";
  const { files: written, error } = await generateFrom({ "notes.proto": readmeProto() }, { parameter });
  if (error !== "") throw new Error(error);
  return written;
}

/** The SDK of the API that docs/how-to/prepare-an-aip-api.md speaks of: files by path. */
export async function generateLibrary(more = "docs=false"): Promise<Readonly<Record<string, string>>> {
  const protos = compileProtos(libraryFiles());
  const generate = protos.map(({ name }) => name).filter((name) => !name.startsWith("google/protobuf/"));
  const parameter = `package_name=@acme/library,required=docs,${more}`;
  const { files: written, error } = await runPlugin(requestOf(protos, { parameter, generate }));
  if (error !== "") throw new Error(error);
  return written;
}
