import type { Shape } from "../runtime/shape.js";
import type { SpecNode } from "../read/spec-node.js";
import { isPlainJson, mediaName, readMedia, type Media } from "./media.js";
import type { RestAnswer, RestAnswerForm, RestOutcome } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { isList, isResource, resolveShape } from "./shape-facts.js";
import { TypeReader } from "./type-reader.js";
import { scalar, makeUnion, type TypeSource } from "./type-source.js";

/** Gives a name to a type that has none, where it is long. */
export type Alias = (type: TypeSource, ending: string) => TypeSource;

/** A success and what it brings. */
interface Success {
  readonly status: string;
  readonly media: readonly Media[];
}

/** The success response of an operation. */
export function readAnswer(
  operation: SpecNode,
  method: string,
  schemas: SchemaReader,
  alias: Alias,
): RestAnswer {
  const successes = method === "HEAD" ? [] : findSuccesses(operation);
  if (successes.every(isAnything)) return undescribed(method);
  const main = successes.map(({ media }) => media[0]).find((media) => media !== undefined);
  const kind = main?.kind ?? "nothing";
  // Forms besides that of the first; by media type, whatever the status.
  const others = new Map(
    successes
      .flatMap(({ media }) => media.filter((one) => one.kind !== "json" || kind !== "json"))
      .map((one) => [one.mediaType, one]),
  );
  if (main) others.delete(main.mediaType);
  const outcomes = successes.map(({ status, media }, index) =>
    readOutcome(
      status,
      media.find((one) => one.kind === kind),
      schemas,
      (type) => alias(type, index === 0 || successes.length === 1 ? "Answer" : `Answer${status}`),
    ),
  );
  const withBody = outcomes.filter(({ shape, type }) => shape ?? !isVoid(type));
  const isEmptyAllowed = withBody.length < outcomes.length;
  const shapes = kind === "json" ? outcomes.flatMap(({ shape }) => shape ?? []) : [];
  const [first] = shapes;
  const shape: Shape | undefined = first && unionShape(shapes);
  const whole = shape ? resolveShape(shape, schemas) : undefined;
  const accept = findAccept(successes, kind);
  return {
    type: makeUnion(outcomes.map(({ type }) => type)),
    outcomes: toldApart(outcomes),
    forms: [...others.values()].map((media) => readForm(media, schemas, alias)),
    kind,
    shape,
    isEmptyAllowed,
    accept,
    isResource: kind === "json" && method === "GET" && shape !== undefined && isResource(shape, schemas),
    maxItems: whole && isList(whole) ? whole.maxItems : undefined,
  };
}

/** Success responses by status, or `default` if no success is described. Empty if only errors are described. */
function findSuccesses(operation: SpecNode): readonly Success[] {
  const responses = operation.get("responses")?.entries() ?? [];
  const all = responses.map(([status, node]) => ({ status: status.toUpperCase(), node }));
  const successes = all.filter(({ status }) => /^2(\d\d|XX)$/.test(status));
  const isDefault = successes.length === 0 && !all.some(({ status }) => status.startsWith("3"));
  const found =
    successes.length > 0 || !isDefault ? successes : all.filter(({ status }) => status === "DEFAULT");
  return found.map(({ status, node }) => {
    const response = node.tryResolve();
    return { status, media: response ? readMedia(response).map(received) : [anyJson(node)] };
  });
}

/** Whether a success may have content of any kind, without a schema. */
function isAnything({ media: [first, ...others] }: Success): boolean {
  if (first?.mediaType !== "*/*" || others.length > 0) return false;
  const said = first.schema?.resolveSchema().entries() ?? [];
  return said.every(([name]) => name === "description" || name === "title");
}

/** Content that a description leaves open may be any JSON. */
function anyJson(node: SpecNode): Media {
  return { mediaType: "application/json", kind: "json", node, schema: undefined };
}

/** An answer that no client takes apart is given whole: the parts of a multipart answer as bytes, a form as text. */
function received(media: Media): Media {
  if (media.kind === "multipart") return { ...media, kind: "bytes" };
  return media.kind === "form" ? { ...media, kind: "text" } : media;
}

/** Without a described success, the response is returned as received. HEAD has none. */
function undescribed(method: string): RestAnswer {
  const isHead = method === "HEAD";
  return {
    type: scalar(isHead ? "void" : "unknown"),
    outcomes: [],
    forms: [],
    kind: isHead ? "nothing" : "any",
    shape: undefined,
    isEmptyAllowed: true,
    accept: isHead ? undefined : "*/*",
    isResource: false,
    maxItems: undefined,
  };
}

function readOutcome(
  status: string,
  media: Media | undefined,
  schemas: SchemaReader,
  alias: (type: TypeSource) => TypeSource,
): RestOutcome & { readonly status: number } {
  const type = media ? alias(answerType(media, schemas)) : scalar("void");
  const shape = media?.kind === "json" ? (media.schema ? schemas.read(media.schema) : {}) : undefined;
  return { status: Number(status), type, shape };
}

/** The type of content as it is read. */
export function answerType({ kind, schema }: Media, schemas: SchemaReader): TypeSource {
  const inner = (): TypeSource =>
    schema ? new TypeReader(schemas).read(schema, "answer") : scalar("unknown");
  if (kind === "json") return inner();
  if (kind === "events" || kind === "lines") return { kind, item: inner() };
  return scalar(kind === "bytes" ? "Blob" : "string");
}

function readForm(media: Media, schemas: SchemaReader, alias: Alias): RestAnswerForm {
  const { mediaType, kind } = media;
  return { mediaType, kind, type: alias(answerType(media, schemas), mediaName(mediaType)) };
}

/** Statuses that bring different data; none where all bring the same or one is a range. */
function toldApart(outcomes: readonly RestOutcome[]): readonly RestOutcome[] {
  const types = new Set(outcomes.map(({ type }) => JSON.stringify(type)));
  return types.size > 1 && outcomes.every(({ status }) => status > 0) ? outcomes : [];
}

function unionShape(shapes: readonly Shape[]): Shape {
  const parts = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  const [first = {}] = parts;
  if (parts.some((part) => Object.keys(part).length === 0)) return {};
  return parts.length === 1 ? first : { anyOf: parts };
}

function findAccept(successes: readonly Success[], kind: string): string | undefined {
  const types = successes
    .flatMap(({ media }) => media.filter((one) => one.kind === kind))
    .map((one) => one.mediaType);
  const unique = [...new Set(types)];
  return unique.every(isPlainJson) ? undefined : unique.join(", ");
}

function isVoid(type: TypeSource): boolean {
  return type.kind === "scalar" && type.name === "void";
}
