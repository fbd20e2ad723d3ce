import type { MessageTable } from "../table/table.js";
import { fromJson } from "./from-json.js";
import { parseJsonText } from "./json-text.js";
import type { FromJsonOptions } from "./json-types.js";

/**
 * A message from a text in proto3 JSON, without what `JSON.parse` loses on the way: 64-bit integers that are there
 * as numbers keep all their digits, and an object that has a name twice is refused. Else it is
 * `fromJson(table, JSON.parse(text), options)`, at about twice its cost.
 *
 * The result of `toJson` goes through `JSON.stringify` without loss.
 *
 * See RFC 8259, section 4, and https://protobuf.dev/programming-guides/json/
 *
 * @throws A MessageError that names line and column if the text is not JSON, has a name twice or is nested deeper
 * than 1,000; it shows nothing of the text. Else as `fromJson` does.
 */
export function fromJsonText<T>(table: MessageTable<T>, text: string, options: FromJsonOptions = {}): T {
  return fromJson<T>(table, parseJsonText(text), options);
}
