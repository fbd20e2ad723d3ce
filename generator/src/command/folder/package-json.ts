import { Problems } from "../../kit/problem.js";
import { fieldsOf, isFields, type Fields } from "./json-fields.js";

/** What a person may have set: what is generated for these counts only where there is nothing. */
const presets: ReadonlySet<string> = new Set(["description", "license"]);

/**
 * A `package.json` with what is generated, and what a person added to the one
 * that is there: fields, scripts, dependencies, exports of their own.
 */
export function mergedPackage(before: string | undefined, generated: string, place: string): string {
  const own = JSON.parse(generated) as Fields;
  if (before === undefined) return generated;
  const given = fieldsOf(before);
  if (!given)
    throw new Problems([
      {
        code: "FILE_INVALID",
        file: place,
        what: "This is not the JSON of a package",
        fix: "Correct it, or remove it",
      },
    ]);
  const both = merged(given, own);
  return JSON.stringify(both) === JSON.stringify(own) ? generated : `${JSON.stringify(both, undefined, 2)}\n`;
}

function merged(given: Fields, own: Fields): Fields {
  const result: Fields = { ...own };
  for (const [name, value] of Object.entries(given)) {
    const generated = own[name];
    if (generated === undefined || presets.has(name)) result[name] = value;
    else if (isFields(value) && isFields(generated))
      result[name] = { ...generated, ...withoutOwn(value, generated) };
    else if (Array.isArray(value) && Array.isArray(generated)) {
      result[name] = [...generated, ...(value as unknown[]).filter((item) => !generated.includes(item))];
    }
  }
  return result;
}

/** Entries that are not generated: a script of one's own, another entry point. */
function withoutOwn(given: Fields, own: Fields): Fields {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(own, name)));
}
