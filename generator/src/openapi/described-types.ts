import { Problems } from "../problem.js";
import { reasonOf } from "../text/reason.js";
import { withHoistedSchemas } from "./hoisted-schemas.js";
import { isJsonObject, type Json } from "./read/json.js";
import type { SpecText } from "./read/spec-text.js";

/** Objects whose keys are names that the description gives, and no keywords. */
const maps: ReadonlySet<string> = new Set(
  "properties schemas parameters responses headers requestBodies paths content pathItems variables encoding".split(
    " ",
  ),
);

/** What says nothing of types, or what would make them say something else than the guards check. */
const dropped: ReadonlySet<string> = new Set(
  "operationId discriminator example examples default callbacks links security externalDocs servers tags $defs".split(
    " ",
  ),
);

/** The types of a description, by openapi-typescript: `components` and `paths`. */
export async function describedTypes({ file, root }: SpecText): Promise<string> {
  // Loaded here: it brings a whole TypeScript with it.
  const { astToString, default: openapiTypes } = await import("openapi-typescript");
  const { openapi = "3.1.0", info = {}, paths = {}, components } = withHoistedSchemas(root);
  const kept = {
    openapi,
    info: reduced(info),
    paths: reduced(paths, true),
    ...(components !== undefined && { components: reduced(components) }),
  };
  try {
    const nodes = await openapiTypes(JSON.stringify(kept), {
      silent: true,
      defaultNonNullable: false,
      emptyObjectsUnknown: true,
    });
    return astToString(nodes)
      .replace(/inherited_(\w+)_property/g, "$1")
      .replace(hidden, escaped);
  } catch (error) {
    const what = `No types can be generated from this description: ${reasonOf(error)}`;
    throw new Problems([{ file, what, fix: "Check it with `npx @redocly/cli lint`" }]);
  }
}

function reduced(value: Json, isMap = false): Json {
  if (Array.isArray(value)) return value.map((item: Json) => reduced(item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([key]) => isMap || !(dropped.has(key) || key.startsWith("x-")))
    .map(([key, part]): [string, Json] => [isMap ? renamed(key) : key, reducedPart(key, part, isMap)]);
  return Object.fromEntries(entries);
}

function reducedPart(key: string, part: Json, isMap: boolean): Json {
  if (isMap) return reduced(part);
  if (key === "enum" || key === "const") return part;
  if (key === "required" && Array.isArray(part)) return part.map((name: Json) => renamed(String(name)));
  if (typeof part === "string")
    return key === "description" || key === "summary" || key === "title" ? prose(part) : part;
  return reduced(part, maps.has(key));
}

/** openapi-typescript stumbles over properties called like those that every object has; they get their names back. */
function renamed(name: string): string {
  return name in Object.prototype ? `inherited_${name}_property` : name;
}

/** Characters that hide or reorder text; where they are left, they stand in a string. */
const hidden = /[^\P{Cc}\n\t]|[\p{Cf}\u2028\u2029]/gu;

function escaped(char: string): string {
  return Array.from(char.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(
    "",
  );
}

/** Text for a comment: line ends that every reader takes for such, and nothing that hides or reorders text. */
function prose(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replace(hidden, "")
    .replace(/^([\s/*]*)@/gm, "$1\\@");
}
