import type { Shape } from "../../../rest-runtime/shape.js";
import type { SpecNode } from "../read/spec-node.js";
import type { RestAnswer, RestBody, TypeSource } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";

/** What an operation answers when it succeeds: JSON, or nothing. */
export function readAnswer(operation: SpecNode, isRead: boolean, schemas: SchemaReader): RestAnswer {
  const responses =
    operation.get("responses") ??
    operation.fail("The operation has no responses", "Describe at least one success");
  const successes = responses.entries().filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  const described =
    successes.length > 0 ? successes : responses.entries().filter(([status]) => status === "default");
  if (described.length === 0)
    responses.fail("No success is described", 'Describe the response "200" or "default"');
  const contents = described.map(([status, node]) =>
    contentOf(node.resolved(), [...operation.pointer, "responses", status], schemas),
  );
  const bodies = contents.filter((content) => content !== undefined);
  const [first] = bodies;
  const isEmptyAllowed = bodies.length < contents.length;
  if (first === undefined) {
    return {
      type: { kind: "scalar", name: "void" },
      shape: undefined,
      isEmptyAllowed,
      accept: undefined,
      isResource: false,
      maxItems: undefined,
    };
  }
  const shape: Shape = bodies.length === 1 ? first.shape : { anyOf: bodies.map((body) => body.shape) };
  const types = unique([...bodies.map((body) => body.type), ...(isEmptyAllowed ? [nothing] : [])]);
  const whole = resolveShape(shape, schemas);
  return {
    type: types.length === 1 ? first.type : { kind: "union", parts: types },
    shape,
    isEmptyAllowed,
    accept: acceptOf(bodies),
    isResource: isRead && isResource(shape, schemas),
    maxItems: isList(whole) ? whole.maxItems : undefined,
  };
}

/** The JSON that an operation is sent. */
export function readBody(operation: SpecNode, schemas: SchemaReader): RestBody | undefined {
  const node = operation.get("requestBody")?.resolved();
  if (!node) return undefined;
  const content = contentOf(node, [...operation.pointer, "requestBody"], schemas);
  if (!content) return node.fail("The request body has no content", "Describe its JSON");
  const { type, mediaType } = content;
  return {
    isRequired: node.isTrue("required"),
    type,
    mediaType: plainJson.test(mediaType) ? undefined : mediaType,
  };
}

/** Media types that go without saying. */
const plainJson = /^(application\/json\s*(;\s*charset=.*)?|\*\/\*)$/i;

function acceptOf(bodies: readonly Content[]): string | undefined {
  const types = [...new Set(bodies.map(({ mediaType }) => mediaType))];
  return types.every((type) => plainJson.test(type)) ? undefined : types.join(", ");
}

const nothing: TypeSource = { kind: "scalar", name: "void" };

interface Content {
  /** As the description names it. */
  readonly mediaType: string;
  readonly shape: Shape;
  readonly type: TypeSource;
}

/** The JSON of a response or a body; undefined where there is none at all. */
function contentOf(node: SpecNode, steps: readonly string[], schemas: SchemaReader): Content | undefined {
  const media = node.get("content")?.entries() ?? [];
  if (media.length === 0) return undefined;
  const json =
    media.find(([type]) => /^application\/([\w.+-]*\+)?json\b/i.test(type)) ??
    media.find(([type]) => type === "*/*");
  if (!json) {
    return node.fail(
      `The content is ${media.map(([type]) => type).join(", ")}`,
      "Only application/json and application/*+json are understood",
    );
  }
  const [type, content] = json;
  const schema = content.get("schema");
  if (!schema) return { mediaType: type, shape: {}, type: { kind: "scalar", name: "unknown" } };
  if (!/^[\x20-\x7e]+$/.test(type)) content.fail(`${JSON.stringify(type)} is not a media type`, "Correct it");
  const shape = schemas.read(schema);
  return { mediaType: type, shape, type: typeOf(shape, [...steps, "content", type], schemas) };
}

const isRefOnly = (part: Shape): part is { ref: string } =>
  part.ref !== undefined && Object.keys(part).length === 1;

/** A type by the name of its schema where it has one, else by its place in the description. */
function typeOf(shape: Shape, steps: readonly string[], schemas: SchemaReader): TypeSource {
  const named = (part: Shape): TypeSource | undefined =>
    isRefOnly(part) && isComponent(part.ref, schemas) ? { kind: "named", schema: part.ref } : undefined;
  const { type, items } = shape;
  const item = type === "array" && items ? (named(items) ?? plain(items)) : undefined;
  return named(shape) ?? plain(shape) ?? (item ? { kind: "list", item } : { kind: "described", steps });
}

function isComponent(name: string, schemas: SchemaReader): boolean {
  const [first, second, ...rest] = schemas.named.get(name)?.node.pointer ?? [];
  return first === "components" && second === "schemas" && rest.length === 1;
}

function plain(shape: Shape): TypeSource | undefined {
  const { type } = shape;
  if (shape.enum !== undefined) return undefined;
  if (type === "string" || type === "boolean") return { kind: "scalar", name: type };
  return type === "integer" || type === "number" ? { kind: "scalar", name: "number" } : undefined;
}

function unique(types: readonly TypeSource[]): TypeSource[] {
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}

function resolveShape(shape: Shape, schemas: SchemaReader): Shape {
  const seen = new Set<string>();
  let whole = shape;
  while (whole.ref !== undefined && whole.type === undefined && !seen.has(whole.ref)) {
    seen.add(whole.ref);
    whole = schemas.named.get(whole.ref)?.shape ?? {};
  }
  return whole;
}

const isList = ({ type }: Shape): boolean => type === "array";

/** The answer is an object with properties: something that may be there or not. */
function isResource(shape: Shape, schemas: SchemaReader): boolean {
  const seen = new Set<string>();
  const hasProperties = (part: Shape): boolean => {
    if (Object.keys(part.properties ?? {}).length > 0) return true;
    if ([part.allOf, part.anyOf, part.oneOf].some((parts) => parts?.some(hasProperties))) return true;
    if (part.ref === undefined || seen.has(part.ref)) return false;
    seen.add(part.ref);
    return hasProperties(schemas.named.get(part.ref)?.shape ?? {});
  };
  return hasProperties(shape);
}
