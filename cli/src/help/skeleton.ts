import type { GuideField, GuideMethod } from "@stratus/runtime/guide";
import { type Service, safeLine } from "@stratus/dynamic-client";
import { valueKind } from "../input/read-value.js";
import { fieldFacts, isInput } from "./field-lines.js";

/** The maximum depth of a skeleton. */
const maxDepth = 5;

/**
 * Returns the input of a method as YAML to fill in. Optional fields are commented out. All text of the API is in comments.
 */
export function skeleton(service: Service, method: GuideMethod): string {
  const isUpdate = service.modifyHelper(method) !== undefined;
  const title = safeLine(method.text.split("\n\n")[0] ?? "");
  const lines: string[] = title === "" ? [] : [`# ${title}`];
  const type = service.inputType(method);
  write(service, type, { depth: 0, isUpdate, isNeeded: true, around: new Set([type]), lines });
  return `${lines.join("\n")}\n`;
}

interface Scope {
  readonly depth: number;
  readonly isUpdate: boolean;
  /** Whether the enclosing message is required. */
  readonly isNeeded: boolean;
  readonly around: ReadonlySet<string>;
  readonly lines: string[];
}

function write(service: Service, type: string, scope: Scope): void {
  const { depth, isUpdate, around, lines } = scope;
  for (const field of service.message(type).fields) {
    if (!isInput(field, isUpdate)) continue;
    const isNeeded = scope.isNeeded && isRequiredInput(service, type, field, around);
    const margin = `${isNeeded ? "" : "# "}${"  ".repeat(depth)}`;
    const comment = [field.text.split(/(?<=\.)\s/)[0] ?? "", ...fieldFacts(service, field)]
      .filter(Boolean)
      .join(" ");
    if (comment !== "") lines.push(`${margin}# ${safeLine(comment)}`);
    const name = `${margin}${yamlKey(service.jsonName(field))}:`;
    const inner = field.type ?? "";
    if (
      service.isDescribed(field) &&
      depth < maxDepth &&
      !around.has(inner) &&
      !field.isList &&
      field.mapKey === undefined
    ) {
      lines.push(name);
      write(service, inner, { ...scope, depth: depth + 1, isNeeded, around: new Set([...around, inner]) });
    } else lines.push(`${name} ${sample(service, field)}`);
  }
}

/** Formats a name as a YAML key, quoted if it contains punctuation. */
function yamlKey(name: string): string {
  return /^[A-Za-z]\w*$/.test(name) && !/^(?:true|false|null)$/i.test(name) ? name : JSON.stringify(name);
}

/** Whether a field must be set: it or something in it is required. Of a oneof, only one member may be set. */
function isRequiredInput(
  service: Service,
  type: string,
  field: GuideField,
  around: ReadonlySet<string>,
): boolean {
  const { fields, oneofs = [] } = service.message(type);
  if (field.oneof !== undefined) {
    const isFirst = fields.find(({ oneof }) => oneof === field.oneof) === field;
    return isFirst && oneofs.some(({ name, isRequired }) => name === field.oneof && isRequired === true);
  }
  if (field.isRequired === true) return true;
  const { type: inner = "" } = field;
  if (!service.isStructure(field) || around.has(inner)) return false;
  const inside = new Set([...around, inner]);
  return service.message(inner).fields.some((one) => isRequiredInput(service, inner, one, inside));
}

function sample(service: Service, field: GuideField): string {
  if (field.isList) return "[]";
  if (field.mapKey !== undefined) return "{}";
  if (field.example !== undefined) return safeLine(JSON.stringify(field.example));
  const { type } = field;
  const kind = valueKind(field);
  if (kind === "string" || kind === "bytes") return '""';
  if (kind === "bool") return "false";
  if (kind === "enum") return service.enum(type)?.values.find(({ number }) => number !== 0)?.name ?? '""';
  if (kind !== "message") return "0";
  if (type === "google.protobuf.Duration") return "60s";
  return type === "google.protobuf.Timestamp" ? "2030-01-01T00:00:00Z" : "{}";
}
