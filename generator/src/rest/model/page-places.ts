import type { SpecNode } from "../read/spec-node.js";
import { isHolder } from "../runtime/page-signs.js";
import type { Shape } from "../runtime/shape.js";

import { listProperties } from "./page-schema.js";
import type { PageParameters, RestParameter } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { readAnnotations } from "./type-reader.js";
import { scalar } from "./type-source.js";

/** Parameters that may select a page, and where they are sent. */
export interface PagePlace {
  readonly parameters: readonly RestParameter[];
  readonly place: Pick<PageParameters, "isInBody" | "within">;
}

/**
 * Lists the places of a request where a page may be selected: the query first, then the objects of the query, the JSON
 * body, and objects of the body that are about pages.
 */
export function listPagePlaces(
  operation: SpecNode,
  parameters: readonly RestParameter[],
  schemas: SchemaReader,
): readonly PagePlace[] {
  const query = parameters.filter(({ location }) => location === "query");
  const body = findJsonBody(operation);
  const properties = body ? [...listProperties(body)] : [];
  return [
    { parameters: query.filter(({ style }) => !style), place: {} },
    ...query
      .filter(({ style }) => style?.writer.startsWith("deepObject"))
      .map(({ argument, shape }) => ({
        parameters: Object.entries(listShapes(shape, schemas)).map(([name, one]) => toParameter(name, one)),
        place: { within: argument },
      })),
    ...(body ? [{ parameters: readProperties(properties, schemas), place: { isInBody: true } }] : []),
    ...properties
      .filter(([name]) => isHolder(name))
      .map(([within, node]) => ({
        parameters: readProperties([...listProperties(node)], schemas),
        place: { within, isInBody: true },
      })),
  ];
}

function findJsonBody(operation: SpecNode): SpecNode | undefined {
  const content = operation.get("requestBody")?.tryResolve()?.get("content")?.entries() ?? [];
  const [, media] = content.find(([type]) => /[/+]json\b/i.test(type)) ?? [];
  return media?.get("schema")?.resolveSchema();
}

function readProperties(
  properties: readonly (readonly [string, SpecNode])[],
  schemas: SchemaReader,
): readonly RestParameter[] {
  return properties
    .filter(([, node]) => !["object", "array", "boolean"].includes(String(node.getValue("type"))))
    .map(([name, node]) => ({
      ...toParameter(name, schemas.read(node)),
      annotations: readAnnotations(node),
      meaning: `${node.getString("description")} ${node.getString("format")}`,
    }));
}

/** Returns the shapes of an object's properties. */
function listShapes(shape: Shape, schemas: SchemaReader): Readonly<Record<string, Shape>> {
  const resolved = shape.ref === undefined ? shape : (schemas.named.get(shape.ref)?.shape ?? {});
  return resolved.properties ?? {};
}

function toParameter(name: string, shape: Shape): RestParameter {
  return {
    name,
    argument: name,
    location: "query",
    isRequired: false,
    isDeprecated: false,
    style: undefined,
    description: "",
    annotations: {},
    shape,
    type: scalar("unknown"),
  };
}
