import type { Shape } from "../runtime/shape.js";
import type { SpecNode } from "../read/spec-node.js";
import type { RestParameter, RestStyle } from "./rest-api.js";
import type { DeepObjectLists, SchemaReader } from "./schemas.js";
import { isNullable, findValueKinds, resolveShape } from "./shape-queries.js";

type Location = RestParameter["location"];

const styles: Readonly<Record<Location, readonly string[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
};

/**
 * Resolves how a parameter's values are serialized, from its `style` and `explode`. Returns undefined for the default:
 * values are sent as they are, and a list in a query repeats its name.
 */
export function readStyle(
  node: SpecNode,
  place: Location,
  shape: Shape,
  schemas: SchemaReader,
): RestStyle | undefined {
  const isReserved = place === "query" && node.isTrue("allowReserved");
  if (node.get("content")) return createStyle(jsonWriters[place], undefined, isReserved);
  const [defaultStyle = ""] = styles[place];
  const given = node.readString("style") ?? defaultStyle;
  const name = styles[place].includes(given) ? given : defaultStyle;
  if (name !== given) {
    node.warn(
      `The style ${JSON.stringify(given)} does not exist for a ${place} parameter, so it is ${defaultStyle}`,
      `Use ${styles[place].join(" or ")}`,
    );
  }
  const explode = node.getValue("explode");
  const isExploded = typeof explode === "boolean" ? explode : name === "form" || name === "cookie";
  const kinds = findValueKinds(shape, schemas);
  if (name !== "deepObject") warnOfNesting(node, shape, schemas);
  const isPlain = !kinds.has("list") && !kinds.has("object");
  if (place === "query") {
    // A URL cannot contain null, which this writer omits.
    if (isPlain && isNullable(shape, schemas)) return createStyle("formFields", undefined, isReserved);
    const writer = findQueryWriter(name, isExploded, kinds.has("object"), isPlain, schemas.deepLists);
    return writer === undefined && !isReserved
      ? undefined
      : createStyle(writer ?? "formFields", undefined, isReserved);
  }
  if (place === "cookie") return isPlain ? undefined : createStyle(isExploded ? "formFields" : "formJoined");
  if (name === "label") return createStyle("pathLabel", isExploded);
  if (name === "matrix") return createStyle("pathMatrix", isExploded);
  return isPlain ? undefined : createStyle(place === "path" ? "pathSimple" : "headerSimple", isExploded);
}

/** Warns of items and properties that are lists or objects themselves, which only `deepObject` and JSON can represent. */
function warnOfNesting(node: SpecNode, shape: Shape, schemas: SchemaReader): void {
  const { items, properties = {} } = resolveShape(shape, schemas);
  const isNested = (part: Shape): boolean => !findValueKinds(part, schemas).has("plain");
  const property = Object.entries(properties).find(([, part]) => isNested(part))?.[0];
  if (!(items && isNested(items)) && property === undefined) return;
  const part = property === undefined ? "items" : `property ${JSON.stringify(property)}`;
  const what = `The ${part} of the parameter ${node.getString("name")} ${property === undefined ? "are lists or objects" : "is a list or an object"}, which cannot be sent`;
  node.warn(what, "Describe it with content: application/json, or as deepObject");
}

/** The writers of `deepObject`, by how they serialize lists. */
export const deepObjectWriters: Readonly<Record<DeepObjectLists, string>> = {
  indices: "deepObject",
  brackets: "deepBrackets",
  repeated: "deepRepeated",
};

const jsonWriters: Readonly<Record<Location, string>> = {
  path: "pathJson",
  query: "jsonField",
  header: "headerJson",
  cookie: "jsonField",
};

function findQueryWriter(
  name: string,
  isExploded: boolean,
  mayBeObject: boolean,
  isPlain: boolean,
  deepLists: DeepObjectLists,
): string | undefined {
  if (name === "deepObject") return isPlain ? undefined : deepObjectWriters[deepLists];
  if (isExploded) return mayBeObject ? "formFields" : undefined;
  if (isPlain) return undefined;
  if (name === "spaceDelimited") return "spaceJoined";
  return name === "pipeDelimited" ? "pipeJoined" : "formJoined";
}

function createStyle(writer: string, isExploded?: boolean, isReserved = false): RestStyle {
  return { writer, isExploded, isReserved };
}
