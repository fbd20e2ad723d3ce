import type { Shape } from "../runtime/shape.js";
import type { SpecNode } from "../read/spec-node.js";
import type { RestResponse, RestPagination, RestParameter } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { TypeReader } from "./type-reader.js";
import type { TypeSource } from "./type-source.js";

/** The pagination of a list, without the names of its functions. */
export type UnnamedPagination = Pick<RestPagination, "items" | "itemType" | "next">;

const tokenParameters =
  /^(cursor|next_?cursor|(next_?)?page_?token|(next_?|continuation_?|pagination_?)token|(starting_?)?after|after_?cursor|marker|page_?cursor)$/i;
const tokenProperties =
  /^(next_?cursor|next_?page_?token|next_?token|next_?marker|next|cursor|continuation_?token|pagination_?token|end_?cursor|after)$/i;
const pageInfoProperties =
  /^(meta|metadata|pagination|paging|page|page_?info|response_?metadata|links|cursors?)$/i;
const offsetParameters = /^(offset|skip|start_?index)$/i;
const pageNumberParameters = /^(page|page_?number|page_?no|page_?index)$/i;

/** Whether a parameter may select a page. */
const isPageParameter = ({ name }: RestParameter): boolean =>
  [tokenParameters, offsetParameters, pageNumberParameters].some((names) => names.test(name));

/**
 * Recognizes common forms of pagination: a page token in the response, an offset, a page number, a `Link` header.
 * The extension `x-pages` of an operation describes other forms (`{ items, next, parameter }`), or disables
 * pagination with `false`.
 */
export function findPagination(
  operation: SpecNode,
  parameters: readonly RestParameter[],
  answer: RestResponse,
  schemas: SchemaReader,
): UnnamedPagination | undefined {
  const extension = operation.get("x-pages");
  if (extension?.value === false || answer.kind !== "json" || answer.successes.length > 0) return undefined;
  const query = parameters.filter(({ location, style }) => location === "query" && !style);
  const success = findSchema(operation);
  if (!success || (!extension && !success.hasLink && !query.some(isPageParameter))) return undefined;
  const properties = listProperties(success.schema);
  const items = extension?.readString("items") ?? findItems(properties, success.schema);
  const list = items === "" ? success.schema : properties.get(items ?? "");
  const itemType = list && findItemType(list, schemas);
  if (items === undefined || !itemType) return undefined;
  const next = extension
    ? readExtensionNext(extension, query, schemas)
    : (findPageTokenNext(query, properties) ??
      (success.hasLink ? { kind: "link" as const } : undefined) ??
      findOffsetNext(query, schemas));
  return next && { items: items === "" ? undefined : items, itemType, next };
}

function findSchema(
  operation: SpecNode,
): { readonly schema: SpecNode; readonly hasLink: boolean } | undefined {
  const responses = operation.get("responses")?.entries() ?? [];
  const success = responses.find(([status]) => status.startsWith("2"))?.[1].resolve();
  const content = success
    ?.get("content")
    ?.entries()
    .find(([type]) => /json/i.test(type))?.[1];
  const schema = content?.get("schema")?.resolve();
  const headers = Object.keys(success?.getValue("headers") ?? {});
  return schema && { schema, hasLink: headers.some((name) => /^link$/i.test(name)) };
}

/** Returns the properties of an object, including those of its `allOf`. */
function listProperties(schema: SpecNode, depth = 0): ReadonlyMap<string, SpecNode> {
  const own = schema.get("properties");
  const parts = depth > 4 ? [] : (schema.get("allOf")?.items() ?? []);
  return new Map([
    ...parts.flatMap((part) => [...listProperties(part.resolve(), depth + 1)]),
    ...Object.keys(own?.value ?? {}).flatMap((name) => {
      const node = own?.get(name);
      return node ? [[name, node.resolve()] as const] : [];
    }),
  ]);
}

/** Returns the name of the property with the items, or an empty string if the response itself is a list. */
function findItems(properties: ReadonlyMap<string, SpecNode>, schema: SpecNode): string | undefined {
  if (schema.getValue("type") === "array") return "";
  const lists = [...properties].filter(([, node]) => node.get("items") !== undefined).map(([name]) => name);
  const named = lists.filter((name) => /^(items|data|results|value|values|entries|records)$/i.test(name));
  return lists.length === 1 ? lists[0] : named.length === 1 ? named[0] : undefined;
}

function findItemType(list: SpecNode, schemas: SchemaReader): TypeSource | undefined {
  const items = list.get("items");
  return items && new TypeReader(schemas).read(items, "response");
}

function findPageTokenNext(
  query: readonly RestParameter[],
  properties: ReadonlyMap<string, SpecNode>,
): RestPagination["next"] | undefined {
  const parameter = query.find(({ name }) => tokenParameters.test(name));
  if (!parameter) return undefined;
  const direct = [...properties.keys()].find((name) => tokenProperties.test(name));
  if (direct !== undefined) return { kind: "token", parameter: parameter.argument, path: [direct] };
  for (const [holder, node] of properties) {
    const inner =
      pageInfoProperties.test(holder) &&
      [...listProperties(node).keys()].find((name) => tokenProperties.test(name));
    if (inner) return { kind: "token", parameter: parameter.argument, path: [holder, inner] };
  }
  return undefined;
}

function findOffsetNext(
  query: readonly RestParameter[],
  schemas: SchemaReader,
): RestPagination["next"] | undefined {
  const isNumber = ({ shape }: RestParameter): boolean =>
    ["integer", "number", "safe integer", "bigint", "digits"].includes(findSingleType(shape, schemas));
  const offset = query.find((one) => offsetParameters.test(one.name) && isNumber(one));
  if (offset)
    return { kind: "offset", parameter: offset.argument, start: 0, form: findNumberForm(offset, schemas) };
  const page = query.find((one) => pageNumberParameters.test(one.name) && isNumber(one));
  const form = page && findNumberForm(page, schemas);
  return page && { kind: "page", parameter: page.argument, start: readStart(page.shape), form };
}

/** Returns the type of a shape, or an empty string if it has several or none. */
function findSingleType(shape: Shape, schemas: SchemaReader): string {
  const { type } = shape.ref === undefined ? shape : (schemas.named.get(shape.ref)?.shape ?? {});
  return typeof type === "string" ? type : "";
}

function findNumberForm({ shape }: RestParameter, schemas: SchemaReader): "bigint" | "digits" | undefined {
  const type = findSingleType(shape, schemas);
  return type === "bigint" || type === "digits" ? type : undefined;
}

/** Returns the number of the first page: 1, unless the minimum is 0. */
function readStart({ minimum }: Shape): number {
  return minimum === 0 ? 0 : 1;
}

function readExtensionNext(
  extension: SpecNode,
  query: readonly RestParameter[],
  schemas: SchemaReader,
): RestPagination["next"] | undefined {
  const name = extension.readString("parameter");
  const parameter = query.find((one) => one.name === name);
  const next = extension.readString("next");
  if (next?.toLowerCase() === "link") return { kind: "link" };
  if (!parameter) {
    extension.warn(
      `x-pages names the parameter ${JSON.stringify(name)}, which is not a query parameter`,
      "Use the name of a query parameter",
    );
    return undefined;
  }
  if (next !== undefined) return { kind: "token", parameter: parameter.argument, path: next.split(".") };
  const kind = offsetParameters.test(parameter.name) ? "offset" : "page";
  const start = kind === "offset" ? 0 : readStart(parameter.shape);
  return { kind, parameter: parameter.argument, start, form: findNumberForm(parameter, schemas) };
}
