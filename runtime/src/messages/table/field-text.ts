import type { AnyEnum } from "./enum-type.js";
import type { FieldMore, FieldRow, MapKey, MessageTable, TypeRow, ValueRow, WireNote } from "./table.js";

/**
 * Parses the rows of a table from text: a line for each field, in the syntax of a proto, with the objects of messages and
 * enums as types. The number of a field and its other facts follow its name:
 *
 * ```ts
 * fields`
 *   int32 cpu = 1
 *   string platform = 2 @IMMUTABLE
 *   ${AttachedDisk} boot_disk = 3
 *   repeated ${AttachedDisk} secondary_disks = 4
 *   map<string,${AttachedFilesystem}> filesystems = 5
 *   optional int32 price_limit = 6
 *   required string zone = 11
 *   bytes user_data = 7 secret
 *   string address = 12 unsent @OUTPUT_ONLY
 *   string host_id = 8 oneof=placement
 *   int32 CPU_COUNT = 9 local=cpuCount
 *   string type_url = 10 json=${"@type"}
 *   int64 size_bytes = 13 JS_STRING
 * `
 * ```
 *
 * `closed`, `group` and `unchecked` describe the wire format. `JS_STRING` integers are strings in TypeScript. Clients do not send `unsent` fields. The rows are text instead of
 * calls, because most programs need few of their tables, and the compiler does not analyze text.
 */
export function fields(texts: TemplateStringsArray, ...holes: readonly (object | string)[]): FieldRow[] {
  const lines = texts
    .join(hole)
    .split("\n")
    .map((line) => line.trim());
  const next = holes.values();
  return lines.filter((line) => line !== "").map((line) => readLine(line.split(" "), next));
}

/** The placeholder of an object in the text. Rows never contain it. */
const hole = "\0";

function readLine([first = "", ...others]: readonly string[], holes: Iterator<object | string>): FieldRow {
  const isLabelled = labels.includes(first);
  const [type = "", name = "", , number, ...notes] = isLabelled ? others : [first, ...others];
  const row = parseType(type, holes);
  const more: Writable<FieldMore> = { number: Number(number) };
  if (first === "optional" || first === "required") more.presence = true;
  if (first === "required") more.required = true;
  for (const note of notes) read(note, more, holes);
  // The generator writes the type of a single value here.
  return [name, first === "repeated" ? [row as ValueRow] : row, more];
}

const labels: readonly string[] = ["optional", "repeated", "required"];

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function parseType(text: string, holes: Iterator<object | string>): TypeRow {
  const [, key, value] = /^map<(.*),(.*)>$/.exec(text) ?? [];
  if (key !== undefined && value !== undefined) return [key as MapKey, parseValue(value, holes)];
  return parseValue(text, holes);
}

function parseValue(text: string, holes: Iterator<object | string>): ValueRow {
  // A placeholder is the object of a message or an enum. All other types are words.
  return (text === hole ? holes.next().value : text) as AnyEnum | MessageTable;
}

function read(note: string, more: Writable<FieldMore>, holes: Iterator<object | string>): void {
  if (note.startsWith("@")) {
    more.behaviors = [...(more.behaviors ?? []), note.slice(1)];
    return;
  }
  const [word, value = ""] = note.split("=");
  switch (word) {
    case "oneof": {
      const [name = "", local] = value.split(":");
      more.oneof = local === undefined ? name : [name, local];
      break;
    }
    case "local":
      more.local = value;
      break;
    case "json":
      more.json = String(holes.next().value);
      break;
    case "secret":
      more.secret = true;
      break;
    case "unsent":
      more.unsent = true;
      break;
    case "JS_STRING":
      more.longAsString = true;
      break;
    default:
      more.wire = word as WireNote;
  }
}
