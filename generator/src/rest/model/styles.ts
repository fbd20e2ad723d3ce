import type { Shape } from "../runtime/shape.js";
import type { SpecNode } from "../read/spec-node.js";
import type { RestParameter, RestStyle } from "./rest-api.js";
import type { DeepLists, SchemaReader } from "./schemas.js";
import { isNullable, listKinds } from "./shape-facts.js";

type Place = RestParameter["place"];

const styles: Readonly<Record<Place, readonly string[]>> = {
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
  place: Place,
  shape: Shape,
  schemas: SchemaReader,
): RestStyle | undefined {
  const isReserved = place === "query" && node.isTrue("allowReserved");
  if (node.get("content")) return style(jsonWriters[place], undefined, isReserved);
  const [usual = ""] = styles[place];
  const given = node.readString("style") ?? usual;
  const name = styles[place].includes(given) ? given : usual;
  if (name !== given) {
    node.warn(
      `The style ${JSON.stringify(given)} does not exist for a ${place} parameter, so it is ${usual}`,
      `Use ${styles[place].join(" or ")}`,
    );
  }
  const explode = node.getValue("explode");
  const isExploded = typeof explode === "boolean" ? explode : name === "form" || name === "cookie";
  const kinds = listKinds(shape, schemas);
  const isPlain = !kinds.has("list") && !kinds.has("object");
  if (place === "query") {
    // An address has no word for null, which this writer leaves out.
    if (isPlain && isNullable(shape, schemas)) return style("formFields", undefined, isReserved);
    const writer = queryWriter(name, isExploded, kinds.has("object"), isPlain, schemas.deepLists);
    return writer === undefined && !isReserved
      ? undefined
      : style(writer ?? "formFields", undefined, isReserved);
  }
  if (place === "cookie") return isPlain ? undefined : style(isExploded ? "formFields" : "formJoined");
  if (name === "label") return style("pathLabel", isExploded);
  if (name === "matrix") return style("pathMatrix", isExploded);
  return isPlain ? undefined : style(place === "path" ? "pathSimple" : "headerSimple", isExploded);
}

/** The writers of `deepObject`, by how they write lists. */
export const deepWriters: Readonly<Record<DeepLists, string>> = {
  indices: "deepObject",
  brackets: "deepBrackets",
  repeated: "deepRepeated",
};

const jsonWriters: Readonly<Record<Place, string>> = {
  path: "pathJson",
  query: "jsonField",
  header: "headerJson",
  cookie: "jsonField",
};

function queryWriter(
  name: string,
  isExploded: boolean,
  mayBeObject: boolean,
  isPlain: boolean,
  deepLists: DeepLists,
): string | undefined {
  if (name === "deepObject") return isPlain ? undefined : deepWriters[deepLists];
  if (isExploded) return mayBeObject ? "formFields" : undefined;
  if (isPlain) return undefined;
  if (name === "spaceDelimited") return "spaceJoined";
  return name === "pipeDelimited" ? "pipeJoined" : "formJoined";
}

function style(writer: string, isExploded?: boolean, isReserved = false): RestStyle {
  return { writer, isExploded, isReserved };
}
