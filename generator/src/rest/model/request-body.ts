import type { SpecNode } from "../read/spec-node.js";
import type { NameType } from "./responses.js";
import { toTypeNamePart, readMediaTypes, type MediaType } from "./media-types.js";
import type { RestRequestBody, RestBodyMediaType } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { deepObjectWriters } from "./parameter-styles.js";
import type { Shape } from "../runtime/shape.js";
import { isBinary } from "./schema-queries.js";
import { TypeReader } from "./type-reader.js";
import { anyObject, scalar, type TypeSource } from "./type-source.js";

/** Reads the request body of an operation. Returns undefined if it has none. */
export function readRequestBody(
  operation: SpecNode,
  method: string,
  schemas: SchemaReader,
  alias: NameType,
): RestRequestBody | undefined {
  const described = operation.get("requestBody");
  if (!described) return undefined;
  if (method === "GET" || method === "HEAD") {
    const what = `fetch cannot send a body with ${method}, so the body is left out`;
    operation.warn(what, "Describe the operation as a POST", `body of ${method}`);
    return undefined;
  }
  const node = described.tryResolve();
  // The reference cannot be resolved, so the body may be any JSON.
  if (!node) return { isRequired: false, mediaTypes: [anyJson] };
  const mediaTypes = readMediaTypes(node).map((media, index) =>
    readBodyMediaType(media, index, schemas, alias),
  );
  return mediaTypes.length === 0 ? undefined : { isRequired: node.isTrue("required"), mediaTypes };
}

const anyJson: RestBodyMediaType = {
  mediaType: "application/json",
  kind: "json",
  type: scalar("unknown"),
  styles: [],
  partTypes: [],
};

function readBodyMediaType(
  media: MediaType,
  index: number,
  schemas: SchemaReader,
  alias: NameType,
): RestBodyMediaType {
  const { mediaType, kind, node } = media;
  const encodings = node.get("encoding")?.entries() ?? [];
  return {
    mediaType,
    kind: kind === "events" || kind === "lines" ? "text" : kind,
    shape: readBodyShape(media, schemas),
    type: alias(readBodyType(media, schemas), index === 0 ? "Body" : `Body${toTypeNamePart(mediaType)}`),
    styles:
      kind === "form"
        ? encodings.flatMap(([name, encoding]) => readPropertyStyle(name, encoding, schemas))
        : [],
    partTypes:
      kind === "multipart" ? encodings.flatMap(([name, encoding]) => readPartType(name, encoding)) : [],
  };
}

/** Returns the shape of a body, as in a response: `convertArguments` converts it. Undefined if it is not checked. */
function readBodyShape({ kind, schema, node }: MediaType, schemas: SchemaReader): Shape | undefined {
  if (!schema) return undefined;
  if (kind === "json") return schemas.read(schema);
  return kind === "form" || kind === "multipart"
    ? readFormShape(schema.resolveSchema(), node.get("encoding"), schemas)
    : undefined;
}

/** Returns the shape of a form with properties. Files and parts with a separate content type may be anything. */
function readFormShape(
  schema: SpecNode,
  encoding: SpecNode | undefined,
  schemas: SchemaReader,
): Shape | undefined {
  const whole = schemas.read(schema);
  const { properties, additionalProperties, ...shape } = whole;
  if (properties === undefined || [shape.allOf, shape.anyOf, shape.oneOf].some(Boolean)) return undefined;
  const isFree = (name: string, property: SpecNode | undefined): boolean => {
    const own = property?.resolveSchema();
    const item = own?.get("items")?.resolveSchema();
    return (
      encoding?.get(name)?.get("contentType") !== undefined || [own, item].some((one) => one && isBinary(one))
    );
  };
  const described = schema.get("properties");
  const checked = Object.entries(properties).map(([name, part]): [string, Shape] => [
    name,
    isFree(name, described?.get(name)) ? {} : part,
  ]);
  const isOpen = isFree("", schema.get("additionalProperties"));
  return schemas.keepRequestRequired(whole, {
    ...shape,
    properties: Object.fromEntries(checked),
    ...(additionalProperties !== undefined && !isOpen && { additionalProperties }),
  });
}

function readBodyType({ kind, schema }: MediaType, schemas: SchemaReader): TypeSource {
  if (kind === "bytes") return scalar("Bytes");
  if (kind === "json") return schema ? new TypeReader(schemas).read(schema, "request") : scalar("unknown");
  if (kind !== "multipart" && kind !== "form") return scalar("string");
  if (!schema) return anyObject;
  const type = new TypeReader(schemas, true).read(resolveFormSchema(schema), "request");
  return type.kind === "scalar" ? anyObject : type;
}

/** Resolves the schema of a form, because a binary property is a file in a form and a string elsewhere. */
function resolveFormSchema(schema: SpecNode): SpecNode {
  return schema.get("$ref") ? schema.resolveSchema() : schema;
}

function readPropertyStyle(
  name: string,
  encoding: SpecNode,
  { deepLists }: SchemaReader,
): readonly (readonly [string, string])[] {
  const style = encoding.readString("style") ?? "form";
  if (style === "deepObject") return [[name, deepObjectWriters[deepLists]]];
  if (style === "spaceDelimited") return [[name, "spaceJoined"]];
  if (style === "pipeDelimited") return [[name, "pipeJoined"]];
  const explode = encoding.getValue("explode");
  if (explode === false) return [[name, "formJoined"]];
  return explode === true || encoding.get("style") ? [[name, "formFields"]] : [];
}

/** Returns the content type of a part. Returns none if several are allowed, because the `Blob` then decides. */
function readPartType(name: string, encoding: SpecNode): readonly (readonly [string, string])[] {
  const style = encoding.get("style");
  if (style) {
    const what = `The style ${JSON.stringify(style.value)} of a part is not supported, so objects are sent as JSON`;
    style.warn(what, "Leave it out, or use application/x-www-form-urlencoded", "style of a part");
  }
  const type = encoding.readString("contentType");
  return type === undefined || /[,*]/.test(type) || !/^[\x20-\x7e]+$/.test(type) ? [] : [[name, type]];
}
