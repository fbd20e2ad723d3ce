import type { SpecNode } from "../read/spec-node.js";
import type { PageRole } from "../runtime/page-signs.js";
import { findPageParameters, isPageParameter, readPageParameter } from "./page-parameters.js";
import { listPagePlaces, type PagePlace } from "./page-places.js";
import {
  findList,
  findProperty,
  findRoles,
  hasLists,
  hasNextLink,
  isList,
  splitPath,
  type ListPlace,
} from "./page-schema.js";
import type { PageParameters, RestResponse, RestPagination, RestParameter } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { TypeReader } from "./type-reader.js";
import { scalar } from "./type-source.js";

/** The pagination of a list, without the names of its functions. */
export type UnnamedPagination = Omit<RestPagination, "all" | "pages">;

/**
 * Recognizes the pagination of a list: its items, and the parameters that select a page. The client reads from each
 * response what comes next. The extension `x-pages` of an operation describes other forms
 * (`{ items, next, parameter }`), or disables pagination with `false`. A list whose pagination is not recognized is a
 * finding.
 */
export function findPagination(
  operation: SpecNode,
  parameters: readonly RestParameter[],
  answer: RestResponse,
  schemas: SchemaReader,
): UnnamedPagination | undefined {
  const extension = operation.get("x-pages");
  if (extension?.value === false || answer.kind !== "json" || answer.successes.length > 0) return undefined;
  const success = findSuccess(operation);
  if (!success) return undefined;
  const { schema, hasLink } = success;
  const places = listPagePlaces(operation, parameters, schemas);
  const [query = [], isRead] = [places[0]?.parameters, operation.get("requestBody") === undefined];
  if (extension) return readExtension(extension, schema, places, schemas);
  const place = findList(schema);
  const roles = place ? findRoles(schema, place.path) : new Set<PageRole>();
  const isPaged = hasLink || query.some(isPageParameter) || roles.has("next") || roles.has("cursor");
  const item = place?.list.get("items");
  const [found = {}] = places.flatMap((one) => {
    // The properties of objects have other meanings too.
    if (one !== places[0] && roles.size === 0) return [];
    const selected = findPageParameters(one.parameters, roles, item, schemas);
    return Object.keys(selected).length > 0 ? { ...selected, ...one.place } : [];
  });
  const isSelected = Object.keys(found).length > 0;
  // A link needs no parameter.
  if (place && (isSelected || (isRead && (hasLink || hasNextLink(schema, place.path)))))
    return describe(place, undefined, found, schemas);
  if (isRead && isPaged && (place || hasLists(schema))) {
    const missing = place ? "how the next one is requested" : "which property has the items";
    operation.warn(
      `This list has pages, but the description does not say ${missing}, so it has no listAll`,
      "Describe it with x-pages: { items, next, parameter }, or write x-pages: false",
      "unrecognized pagination",
    );
  }
  return undefined;
}

function describe(
  { path, list, isRequired }: ListPlace,
  next: readonly string[] | undefined,
  parameters: PageParameters,
  schemas: SchemaReader,
): UnnamedPagination {
  const items = list.get("items");
  const itemType = items ? new TypeReader(schemas).read(items, "response") : scalar("unknown");
  const isWhole = path.length === 0;
  return { items: isWhole ? undefined : path, hasItems: isRequired && !isWhole, itemType, next, parameters };
}

/** The first success of an operation with a JSON body. */
interface Success {
  readonly schema: SpecNode;
  /** It has the header `Link`. */
  readonly hasLink: boolean;
}

function findSuccess(operation: SpecNode): Success | undefined {
  const responses = operation.get("responses")?.entries() ?? [];
  const success = responses.find(([status]) => status.startsWith("2"))?.[1].resolve();
  const content = success
    ?.get("content")
    ?.entries()
    .find(([type]) => /json/i.test(type))?.[1];
  const schema = content?.get("schema")?.resolve();
  const headers = Object.keys(success?.getValue("headers") ?? {});
  return schema && { schema, hasLink: headers.some((name) => /^(link|x-next-page)$/i.test(name)) };
}

/** Reads `x-pages`. Everything that it names must be in the description. */
function readExtension(
  extension: SpecNode,
  schema: SpecNode,
  places: readonly PagePlace[],
  schemas: SchemaReader,
): UnnamedPagination | undefined {
  const [items, next, name] = ["items", "next", "parameter"].map((key) => extension.readString(key));
  const refuse = (what: string, fix: string): undefined => void extension.warn(`x-pages names ${what}`, fix);
  const place = items === undefined ? findList(schema) : findNamedList(schema, items);
  if (!place) {
    const what =
      items === undefined
        ? "no items, and the response has no list"
        : `the items ${quote(items)}, which are not a list of the response`;
    return refuse(what, "Name the property with the list, such as `items: data`");
  }
  const isHeader = next?.toLowerCase() === "link";
  const path = next === undefined || isHeader ? undefined : splitPath(schema, next);
  if (path && findProperty(schema, path) === undefined)
    return refuse(
      `${quote(next ?? "")}, which the response does not have`,
      "Name the property with the next page",
    );
  const selecting = places.flatMap(({ place: object, parameters: all }) =>
    all.flatMap((one) => (toPath(one, object) === name ? [{ one, object }] : [])),
  )[0];
  if (!selecting && (name !== undefined || next === undefined))
    return refuse(
      `the parameter ${quote(name ?? "")}, which is neither a query parameter nor a property of the body`,
      "Use the name of a query parameter, or that of a property such as `page.cursor`",
    );
  const parameters =
    selecting && !isHeader
      ? { ...readPageParameter(selecting.one, path !== undefined, schemas), ...selecting.object }
      : {};
  return describe(place, path, parameters, schemas);
}

/** Returns the name of a parameter with that of its object. */
function toPath({ name }: RestParameter, { within }: PagePlace["place"]): string {
  return within === undefined ? name : `${within}.${name}`;
}

const quote = (text: string): string => JSON.stringify(text);

function findNamedList(schema: SpecNode, items: string): ListPlace | undefined {
  const path = items === "" ? [] : splitPath(schema, items);
  const list = findProperty(schema, path);
  return list === undefined || list === "open" || !isList(list)
    ? undefined
    : { path, list, isRequired: false };
}
