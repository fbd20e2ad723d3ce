import type { GuideEntry, GuideJson } from "@stratus/runtime/guide";
import {
  isJsonObject,
  kindKey,
  pathKey,
  type JsonObject,
  type ResourceContent,
  type ResourceKind,
  safeLine,
  type Sdk,
  UsageError,
} from "@stratus/dynamic-client";
import { readDocuments } from "../input/read-document.js";
import type { Host } from "../host/host.js";
import { readUnits } from "../input/read-units.js";
import { atPlace } from "../input/at-place.js";
import { findKind } from "./find-kind.js";

/** A document of a file, with the kind of its resource. */
export interface ResourceDocument extends ResourceContent {
  /** The file, and the number of the document if the file has several. */
  readonly place: string;
  readonly kind: ResourceKind;
}

/** Reads the documents of files, folders and standard input, in their order. @throws A UsageError that names the place. */
export async function readResources(
  sdk: Sdk,
  host: Pick<Host, "readFile" | "readFolder">,
  paths: readonly string[],
): Promise<readonly ResourceDocument[]> {
  const files = await Promise.all(paths.map((path) => listFiles(host, path)));
  const documents: ResourceDocument[] = [];
  // One after the other, because the input may be the same stream, and errors name the first place.
  for (const path of new Set(files.flat())) {
    const from = placeOf(path);
    const values = await readDocuments(await host.readFile(path), from);
    const all = values.flatMap((value) => (Array.isArray(value) ? (value as readonly GuideJson[]) : [value]));
    for (const [at, value] of all.entries()) {
      const place = all.length > 1 ? `${from}, document ${at + 1}` : from;
      documents.push(await readResource(sdk, value, place));
    }
  }
  if (documents.length === 0)
    throw new UsageError("FILE_INVALID", `${paths.map(placeOf).join(", ")}: there are no documents to apply`);
  return documents;
}

function placeOf(path: string): string {
  return path === "-" ? "standard input" : path;
}

/** The endings of files that are read from folders. */
const endings = /\.(?:ya?ml|json)$/i;

async function listFiles({ readFolder }: Pick<Host, "readFolder">, path: string): Promise<readonly string[]> {
  const inFolder = path === "-" ? undefined : await readFolder(path);
  if (inFolder === undefined) return [path];
  const files = inFolder.filter((file) => endings.test(file));
  if (files.length > 0) return files;
  throw new UsageError("FILE_UNREADABLE", `${path} has no files that end in .yaml, .yml or .json`);
}

async function readResource(sdk: Sdk, value: GuideJson, place: string): Promise<ResourceDocument> {
  if (!isJsonObject(value))
    throw new UsageError(
      "FILE_INVALID",
      `${place}: expected a resource with fields, got ${JSON.stringify(value)}`,
    );
  const { [kindKey]: name, [pathKey]: path = {}, ...json } = value;
  if (typeof name !== "string" || name === "")
    throw new UsageError(
      "FILE_INVALID",
      `${place}: ${kindKey} is missing, which names the kind of the resource, such as ${kindKey}: ${exampleKind(sdk)}; export writes it`,
    );
  if (!isJsonObject(path))
    throw new UsageError("FILE_INVALID", `${place}: ${pathKey} must have parameters of the path`);
  const { kind, rest } = await atPlace(place, () => findKind(sdk, name));
  if (rest.length > 0)
    throw new UsageError(
      "NAME_UNKNOWN",
      `${place}: there is no kind ${safeLine(name)}; did you mean ${kind.name}?`,
    );
  return { place, kind, json: readUnits(kind.service, kind.type, json, place) as JsonObject, path };
}

function exampleKind(sdk: Sdk): string {
  const isWritten = (entry: GuideEntry): boolean =>
    sdk.lines(entry).some(({ effect }) => effect === "create" || effect === "change");
  return sdk.guide.services.find(isWritten)?.words.replaceAll(" ", "/") ?? "KIND";
}
