import type { SpecNode } from "../read/spec-node.js";
import type { Alias } from "./answers.js";
import { mediaName, readMedia, type Media } from "./media.js";
import type { RestBody, RestForm } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { deepWriters } from "./styles.js";
import { TypeReader } from "./type-reader.js";
import { anyObject, scalar, type TypeSource } from "./type-source.js";

/** Reads the request body of an operation; undefined if it has none. */
export function readBody(
  operation: SpecNode,
  method: string,
  schemas: SchemaReader,
  alias: Alias,
): RestBody | undefined {
  const described = operation.get("requestBody");
  if (!described) return undefined;
  if (method === "GET" || method === "HEAD") {
    const what = `fetch sends no body with ${method}; the body is left out`;
    operation.warn(what, "Describe the operation as a POST", `body of ${method}`);
    return undefined;
  }
  const node = described.tryResolve();
  // Nobody knows what it is: it may be any JSON.
  if (!node) return { isRequired: false, forms: [anyJson] };
  const forms = readMedia(node).map((media, index) => readForm(media, index, schemas, alias));
  // Content that nobody described may be anything.
  return forms.length === 0 ? undefined : { isRequired: node.isTrue("required"), forms };
}

const anyJson: RestForm = {
  mediaType: "application/json",
  kind: "json",
  type: scalar("unknown"),
  styles: [],
  partTypes: [],
};

function readForm(media: Media, index: number, schemas: SchemaReader, alias: Alias): RestForm {
  const { mediaType, kind, node } = media;
  const encodings = node.get("encoding")?.entries() ?? [];
  return {
    mediaType,
    kind: kind === "events" || kind === "lines" ? "text" : kind,
    type: alias(bodyType(media, schemas), index === 0 ? "Body" : `Body${mediaName(mediaType)}`),
    styles:
      kind === "form" ? encodings.flatMap(([name, encoding]) => findStyle(name, encoding, schemas)) : [],
    partTypes:
      kind === "multipart" ? encodings.flatMap(([name, encoding]) => findPartType(name, encoding)) : [],
  };
}

function bodyType({ kind, schema }: Media, schemas: SchemaReader): TypeSource {
  if (kind === "bytes") return scalar("Bytes");
  if (kind === "json") return schema ? new TypeReader(schemas).read(schema, "request") : scalar("unknown");
  if (kind !== "multipart" && kind !== "form") return scalar("string");
  if (!schema) return anyObject;
  const type = new TypeReader(schemas, true).read(filesSeen(schema), "request");
  return type.kind === "scalar" ? anyObject : type;
}

/** A form is read in place, because a file in it is a string anywhere else. */
function filesSeen(schema: SpecNode): SpecNode {
  return schema.get("$ref") ? schema.resolveSchema() : schema;
}

function findStyle(
  name: string,
  encoding: SpecNode,
  { deepLists }: SchemaReader,
): readonly (readonly [string, string])[] {
  const style = encoding.readString("style") ?? "form";
  if (style === "deepObject") return [[name, deepWriters[deepLists]]];
  if (style === "spaceDelimited") return [[name, "spaceJoined"]];
  if (style === "pipeDelimited") return [[name, "pipeJoined"]];
  const explode = encoding.getValue("explode");
  if (explode === false) return [[name, "formJoined"]];
  return explode === true || encoding.get("style") ? [[name, "formFields"]] : [];
}

/** One content type; where the description allows several, that of a Blob is sent. */
function findPartType(name: string, encoding: SpecNode): readonly (readonly [string, string])[] {
  const type = encoding.readString("contentType");
  return type === undefined || /[,*]/.test(type) || !/^[\x20-\x7e]+$/.test(type) ? [] : [[name, type]];
}
