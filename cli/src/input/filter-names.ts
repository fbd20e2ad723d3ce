import { readByteSize } from "./byte-size.js";
import { valueKind } from "./read-value.js";
import {
  findByShortName,
  isUnknownPath,
  kebabCase,
  readPath,
  type Service,
  UsageError,
} from "@stratus/dynamic-client";

/** A text in quotes, a comparison with its field and value, or one character of anything else (AIP-160). */
const part =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|([A-Za-z_][\w-]*(?:\.[\w-]+)*)(\s*(?:<=|>=|!=|=|<|>|:)\s*)(?:([A-Za-z_]\w*)(?![\w.("-])|(\d+(?:\.\d+)?[A-Za-z]+)(?![\w.]))?|[\w.-]+|[^]/g;

/**
 * Replaces the short names and the sizes in a filter, which flags accept too: `cpu > 4 AND state = RUNNING` becomes
 * `spec.cpu > 4 AND status.state = STATE_RUNNING`. Everything else stays as it is.
 *
 * @param type The type of the listed resources.
 * @throws A UsageError if a short name is ambiguous.
 */
export function expandFilter(service: Service, type: string | undefined, filter: string): string {
  if (type === undefined) return filter;
  const expand = (
    whole: string,
    ...[path, operator, value, size]: readonly (string | undefined)[]
  ): string => {
    if (path === undefined || operator === undefined) return whole;
    const field = expandPath(service, type, path);
    return `${field}${operator}${expandValue(service, type, field, value ?? size ?? "")}`;
  };
  return filter.replace(part, expand);
}

function expandPath(service: Service, type: string, path: string): string {
  const [first = "", ...rest] = path.split(".");
  if (service.message(type).fields.some(({ name }) => name === first)) return path;
  const short = findByShortName(service, type, kebabCase(first));
  const [only] = short;
  if (only === undefined) return path;
  if (short.length > 1)
    throw new UsageError("NAME_AMBIGUOUS", `--filter: ${first} is ambiguous: use ${short.join(" or ")}`);
  return [only, ...rest].join(".");
}

function expandValue(service: Service, type: string, path: string, value: string): string {
  if (value === "") return value;
  const found = readPath(service, type, path);
  if (isUnknownPath(found)) return value;
  const size = readByteSize({ ...found.field, kind: valueKind(found.field) }, value, "--filter");
  if (size !== undefined) return size;
  const values = service.enum(found.field.type)?.values ?? [];
  if (values.some(({ name }) => name === value)) return value;
  return (
    values.find(({ property }) => property !== undefined && kebabCase(property) === kebabCase(value))?.name ??
    value
  );
}
