import type { Shape } from "../runtime/shape.js";
import type { SpecNode } from "../read/spec-node.js";
import { isPlainJson, toTypeNamePart, readMediaTypes, type MediaType } from "./media-types.js";
import type { RestResponse, RestMediaType, RestSuccess } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { isList, isResource, resolveShape, serializeShape } from "./shape-queries.js";
import { TypeReader } from "./type-reader.js";
import { scalar, makeUnion, type TypeSource } from "./type-source.js";

/** Gives a long type a name, which ends with `ending`. Returns a short type unchanged. */
export type NameType = (type: TypeSource, ending: string) => TypeSource;

/** A success response with its media types. */
interface SuccessResponse {
  readonly status: string;
  readonly media: readonly MediaType[];
}

/** Reads the success responses of an operation as one response. */
export function readResponse(
  operation: SpecNode,
  method: string,
  schemas: SchemaReader,
  alias: NameType,
): RestResponse {
  const successes = method === "HEAD" ? [] : findSuccesses(operation);
  if (successes.every(isUnspecified)) return createUndescribedResponse(method);
  const main = successes.map(({ media }) => media[0]).find((media) => media !== undefined);
  const kind = main?.kind ?? "nothing";
  // Media types other than the first, of all statuses.
  const others = new Map(
    successes
      .flatMap(({ media }) => media.filter((one) => one.kind !== "json" || kind !== "json"))
      .map((one) => [one.mediaType, one]),
  );
  if (main) others.delete(main.mediaType);
  const outcomes = successes.map(({ status, media }, index) =>
    readSuccess(
      status,
      media.find((one) => one.kind === kind),
      schemas,
      (type) => alias(type, index === 0 || successes.length === 1 ? "Response" : `Response${status}`),
    ),
  );
  const withBody = outcomes.filter(({ shape, type }) => shape ?? !isVoid(type));
  const isEmptyAllowed = withBody.length < outcomes.length;
  const shapes = kind === "json" ? outcomes.flatMap(({ shape }) => shape ?? []) : [];
  const [first] = shapes;
  const shape: Shape | undefined = first && createUnionShape(shapes);
  const whole = shape ? resolveShape(shape, schemas) : undefined;
  const accept = formatAccept(successes, kind);
  return {
    type: makeUnion(outcomes.map(({ type }) => type)),
    successes: listIfDifferent(outcomes),
    alternatives: [...others.values()].map((media) => readAlternative(media, schemas, alias)),
    kind,
    shape,
    isEmptyAllowed,
    accept,
    isResource: kind === "json" && method === "GET" && shape !== undefined && isResource(shape, schemas),
    maxItems: whole && isList(whole) ? whole.maxItems : undefined,
  };
}

/** Success responses by status, or `default` if no success is described. Empty if only errors are described. */
function findSuccesses(operation: SpecNode): readonly SuccessResponse[] {
  const responses = operation.get("responses")?.entries() ?? [];
  const all = responses.map(([status, node]) => ({ status: status.toUpperCase(), node }));
  const successes = all.filter(({ status }) => /^2(\d\d|XX)$/.test(status));
  const isDefault = successes.length === 0 && !all.some(({ status }) => status.startsWith("3"));
  const found =
    successes.length > 0 || !isDefault ? successes : all.filter(({ status }) => status === "DEFAULT");
  const described = found.filter(({ node }) => !isMarkedNotFound(node));
  return described.map(({ status, node }) => {
    const response = node.tryResolve();
    return {
      status,
      media: response ? readMediaTypes(response).map(toReceivedMediaType) : [createAnyJson(node)],
    };
  });
}

/** Whether a response means that the resource does not exist: `x-not-found: true`. */
function isMarkedNotFound(response: SpecNode): boolean {
  return response.isTrue("x-not-found") || response.tryResolve()?.isTrue("x-not-found") === true;
}

/** Returns the statuses of responses that are marked with `x-not-found`. */
export function readNotFoundStatuses(operation: SpecNode): readonly number[] {
  const marked = (operation.get("responses")?.entries() ?? []).filter(([, node]) => isMarkedNotFound(node));
  return marked.flatMap(([status, node]) => {
    if (/^[2-5]\d\d$/.test(status)) return [Number(status)];
    node.warn(`x-not-found marks ${status}, which is several statuses`, "Mark the response of one status");
    return [];
  });
}

/** Whether a success may have content of any kind, without a schema. */
function isUnspecified({ media: [first, ...others] }: SuccessResponse): boolean {
  if (first?.mediaType !== "*/*" || others.length > 0) return false;
  const schemaKeywords = first.schema?.resolveSchema().entries() ?? [];
  return schemaKeywords.every(([name]) => name === "description" || name === "title");
}

/** Returns a media type for any JSON, for a response without `content`. */
function createAnyJson(node: SpecNode): MediaType {
  return { mediaType: "application/json", kind: "json", node, schema: undefined };
}

/** Reads a multipart response as bytes and a form response as text, because clients do not parse them. */
function toReceivedMediaType(media: MediaType): MediaType {
  if (media.kind === "multipart") return { ...media, kind: "bytes" };
  return media.kind === "form" ? { ...media, kind: "text" } : media;
}

/** Without a described success, the response is returned as received. HEAD has none. */
function createUndescribedResponse(method: string): RestResponse {
  const isHead = method === "HEAD";
  return {
    type: scalar(isHead ? "void" : "unknown"),
    successes: [],
    alternatives: [],
    kind: isHead ? "nothing" : "any",
    shape: undefined,
    isEmptyAllowed: true,
    accept: isHead ? undefined : "*/*",
    isResource: false,
    maxItems: undefined,
  };
}

function readSuccess(
  status: string,
  media: MediaType | undefined,
  schemas: SchemaReader,
  alias: (type: TypeSource) => TypeSource,
): RestSuccess & { readonly status: number } {
  const type = media ? alias(readResponseType(media, schemas)) : scalar("void");
  const shape = media?.kind === "json" ? (media.schema ? schemas.read(media.schema) : {}) : undefined;
  return { status: Number(status), type, shape };
}

/** Returns the type of a response body. */
export function readResponseType({ kind, schema }: MediaType, schemas: SchemaReader): TypeSource {
  const inner = (): TypeSource =>
    schema ? new TypeReader(schemas).read(schema, "response") : scalar("unknown");
  if (kind === "json") return inner();
  if (kind === "events" || kind === "lines") return { kind, item: inner() };
  return scalar(kind === "bytes" ? "Blob" : "string");
}

function readAlternative(media: MediaType, schemas: SchemaReader, alias: NameType): RestMediaType {
  const { mediaType, kind } = media;
  return { mediaType, kind, type: alias(readResponseType(media, schemas), toTypeNamePart(mediaType)) };
}

/** Returns the successes if their types differ. Returns none if all types are equal, or if a status is a range. */
function listIfDifferent(outcomes: readonly RestSuccess[]): readonly RestSuccess[] {
  const types = new Set(outcomes.map(({ type }) => serializeShape(type)));
  return types.size > 1 && outcomes.every(({ status }) => status > 0) ? outcomes : [];
}

function createUnionShape(shapes: readonly Shape[]): Shape {
  const parts = [...new Map(shapes.map((shape) => [serializeShape(shape), shape])).values()];
  const [first = {}] = parts;
  if (parts.some((part) => Object.keys(part).length === 0)) return {};
  return parts.length === 1 ? first : { anyOf: parts };
}

function formatAccept(successes: readonly SuccessResponse[], kind: string): string | undefined {
  const types = successes
    .flatMap(({ media }) => media.filter((one) => one.kind === kind))
    .map((one) => one.mediaType);
  const unique = [...new Set(types)];
  // Servers send a file that is described as JSON in its own media type.
  if (kind === "bytes" && unique.some(isPlainJson)) return "*/*";
  return unique.every(isPlainJson) ? undefined : unique.join(", ");
}

function isVoid(type: TypeSource): boolean {
  return type.kind === "scalar" && type.name === "void";
}
