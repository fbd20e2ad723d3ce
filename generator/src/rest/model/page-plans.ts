import type { Shape } from "../runtime/shape.js";
import type { SpecNode } from "../read/spec-node.js";
import type { RestAnswer, RestPages, RestParameter } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { TypeReader } from "./type-reader.js";
import type { TypeSource } from "./type-source.js";

/** How a list is read page by page, without the names of the calls that do it. */
export type PagePlan = Pick<RestPages, "items" | "itemType" | "next">;

const tokenParameters =
  /^(cursor|next_?cursor|(next_?)?page_?token|(next_?|continuation_?|pagination_?)token|(starting_?)?after|after_?cursor|marker|page_?cursor)$/i;
const tokenProperties =
  /^(next_?cursor|next_?page_?token|next_?token|next_?marker|next|cursor|continuation_?token|pagination_?token|end_?cursor|after)$/i;
const holders = /^(meta|metadata|pagination|paging|page|page_?info|response_?metadata|links|cursors?)$/i;
const offsets = /^(offset|skip|start_?index)$/i;
const pageNumbers = /^(page|page_?number|page_?no|page_?index)$/i;

/** A parameter that may ask for a page: whether it does, the answer tells. */
const isPaging = ({ name }: RestParameter): boolean =>
  [tokenParameters, offsets, pageNumbers].some((names) => names.test(name));

/**
 * The usual shapes of lists in pages: a token in the answer, an offset, a page
 * number, a `Link` header. `x-pages` of the operation says it where it cannot be
 * seen: `{ items, next, parameter }`, or `false` for none.
 */
export function readPages(
  operation: SpecNode,
  parameters: readonly RestParameter[],
  answer: RestAnswer,
  schemas: SchemaReader,
): PagePlan | undefined {
  const told = operation.get("x-pages");
  if (told?.value === false || answer.kind !== "json" || answer.outcomes.length > 0) return undefined;
  const query = parameters.filter(({ place, style }) => place === "query" && !style);
  const success = findSchema(operation);
  if (!success || (!told && !success.hasLink && !query.some(isPaging))) return undefined;
  const properties = listProperties(success.schema);
  const items = told?.readString("items") ?? findItems(properties, success.schema);
  const list = items === "" ? success.schema : properties.get(items ?? "");
  const itemType = list && findItemType(list, schemas);
  if (items === undefined || !itemType) return undefined;
  const next = told
    ? toldNext(told, query, schemas)
    : (tokenNext(query, properties) ??
      (success.hasLink ? { kind: "link" as const } : undefined) ??
      countedNext(query, schemas));
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

/** The properties of an object, those of its parts among them. */
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

/** The one property that is a list; empty where the answer itself is one. */
function findItems(properties: ReadonlyMap<string, SpecNode>, schema: SpecNode): string | undefined {
  if (schema.getValue("type") === "array") return "";
  const lists = [...properties].filter(([, node]) => node.get("items") !== undefined).map(([name]) => name);
  const named = lists.filter((name) => /^(items|data|results|value|values|entries|records)$/i.test(name));
  return lists.length === 1 ? lists[0] : named.length === 1 ? named[0] : undefined;
}

function findItemType(list: SpecNode, schemas: SchemaReader): TypeSource | undefined {
  const items = list.get("items");
  return items && new TypeReader(schemas).read(items, "answer");
}

function tokenNext(
  query: readonly RestParameter[],
  properties: ReadonlyMap<string, SpecNode>,
): RestPages["next"] | undefined {
  const parameter = query.find(({ name }) => tokenParameters.test(name));
  if (!parameter) return undefined;
  const direct = [...properties.keys()].find((name) => tokenProperties.test(name));
  if (direct !== undefined) return { kind: "token", parameter: parameter.argument, path: [direct] };
  for (const [holder, node] of properties) {
    const inner =
      holders.test(holder) && [...listProperties(node).keys()].find((name) => tokenProperties.test(name));
    if (inner) return { kind: "token", parameter: parameter.argument, path: [holder, inner] };
  }
  return undefined;
}

function countedNext(query: readonly RestParameter[], schemas: SchemaReader): RestPages["next"] | undefined {
  const isNumber = ({ shape }: RestParameter): boolean =>
    ["integer", "number", "safe integer", "bigint", "digits"].includes(typeOf(shape, schemas));
  const offset = query.find((one) => offsets.test(one.name) && isNumber(one));
  if (offset) return { kind: "offset", parameter: offset.argument, start: 0, form: formOf(offset, schemas) };
  const page = query.find((one) => pageNumbers.test(one.name) && isNumber(one));
  const form = page && formOf(page, schemas);
  return page && { kind: "page", parameter: page.argument, start: readStart(page.shape), form };
}

/** The one type of a shape; empty if it has several or none. */
function typeOf(shape: Shape, schemas: SchemaReader): string {
  const { type } = shape.ref === undefined ? shape : (schemas.named.get(shape.ref)?.shape ?? {});
  return typeof type === "string" ? type : "";
}

function formOf({ shape }: RestParameter, schemas: SchemaReader): "bigint" | "digits" | undefined {
  const type = typeOf(shape, schemas);
  return type === "bigint" || type === "digits" ? type : undefined;
}

/** Pages are counted from 1, unless the description shows that there is a page 0. */
function readStart({ minimum }: Shape): number {
  return minimum === 0 ? 0 : 1;
}

function toldNext(
  told: SpecNode,
  query: readonly RestParameter[],
  schemas: SchemaReader,
): RestPages["next"] | undefined {
  const name = told.readString("parameter");
  const parameter = query.find((one) => one.name === name);
  const next = told.readString("next");
  if (next?.toLowerCase() === "link") return { kind: "link" };
  if (!parameter) {
    told.warn(
      `x-pages names the parameter ${JSON.stringify(name)}, which the query does not have`,
      "Correct it",
    );
    return undefined;
  }
  if (next !== undefined) return { kind: "token", parameter: parameter.argument, path: next.split(".") };
  const kind = offsets.test(parameter.name) ? "offset" : "page";
  const start = kind === "offset" ? 0 : readStart(parameter.shape);
  return { kind, parameter: parameter.argument, start, form: formOf(parameter, schemas) };
}
