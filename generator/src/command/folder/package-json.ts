import { Problems } from "../../kit/problem.js";
import { parseFields, isFields, type Fields } from "./json-fields.js";

/** Fields of which an existing value wins over the generated one. */
const userOwnedFields: ReadonlySet<string> = new Set(["description", "license"]);

/**
 * Merges the generated `package.json` with the existing one, and keeps what people added: fields, scripts, dependencies
 * and exports.
 */
export function mergePackages(before: string | undefined, generated: string, place: string): string {
  const own = JSON.parse(generated) as Fields;
  if (before === undefined) return generated;
  const given = parseFields(before);
  if (!given)
    throw new Problems([
      {
        code: "FILE_INVALID",
        file: place,
        what: "This is not the JSON object of a package",
        fix: "Correct it, or remove it",
      },
    ]);
  const both = mergeFields(given, own);
  return JSON.stringify(both) === JSON.stringify(own) ? generated : `${JSON.stringify(both, undefined, 2)}\n`;
}

function mergeFields(given: Fields, own: Fields): Fields {
  const result: Fields = { ...own };
  for (const [name, value] of Object.entries(given)) {
    const generated = own[name];
    if (generated === undefined || userOwnedFields.has(name)) result[name] = value;
    else if (isFields(value) && isFields(generated))
      result[name] = { ...generated, ...dropGenerated(value, generated) };
    else if (Array.isArray(value) && Array.isArray(generated)) {
      result[name] = [...generated, ...(value as unknown[]).filter((item) => !generated.includes(item))];
    }
  }
  return result;
}

/** Returns the entries that were not generated, such as an added script or entry point. */
function dropGenerated(given: Fields, own: Fields): Fields {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(own, name)));
}
