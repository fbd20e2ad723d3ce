import type { Field, MessageTable, ValueType } from "../../runtime/src/messages/table/table.js";

/** Messages that not every value of their fields makes valid. */
const samples: { readonly [typeName: string]: object | undefined } = {
  "google.protobuf.Timestamp": { seconds: 1_700_000_000n, nanos: 123_456_789 },
  "google.protobuf.Duration": { seconds: 90n, nanos: 500_000_000 },
  "google.protobuf.Any": undefined,
};

/**
 * A request with every field of its type set, of a oneof the first member, so
 * that the bytes of the rpc show all that it can carry. The same each time.
 */
export function sampleRequest(table: MessageTable, around: readonly string[] = []): object {
  const path = [...around, table.typeName];
  const oneofs = new Set<string>();
  const entries = table.fields.flatMap((field): [string, unknown][] => {
    const { oneof } = field;
    const value = sampleField(field, path);
    if (value === undefined || (oneof && oneofs.has(oneof.local))) return [];
    if (!oneof) return [[field.local, value]];
    oneofs.add(oneof.local);
    return [[oneof.local, { $case: field.local, value }]];
  });
  return Object.fromEntries(entries);
}

function sampleField({ name, shape }: Field, path: readonly string[]): unknown {
  const value = sampleValue(name, shape.type, path);
  if (value === undefined || shape.kind === "single") return value;
  if (shape.kind === "list") return [value];
  return shape.key === "string" ? { [`${name}-key`]: value } : new Map([[7, value]]);
}

function sampleValue(name: string, type: ValueType, path: readonly string[]): unknown {
  switch (type.kind) {
    case "scalar":
      return sampleScalar(name, type.scalar);
    case "enum":
      return Object.values(type.values).find((value) => typeof value === "number" && value > 0);
    case "message":
      if (type.table.typeName in samples) return samples[type.table.typeName];
      return path.includes(type.table.typeName) ? undefined : sampleRequest(type.table, path);
    case "wellKnown":
      return undefined;
  }
}

function sampleScalar(name: string, scalar: string): unknown {
  if (scalar === "string") return `${name}-1`;
  if (scalar === "bytes") return new Uint8Array([1, 2, 255]);
  if (scalar === "bool") return true;
  if (scalar === "double" || scalar === "float") return 1.5;
  // Beyond what a number can hold, so that a codec by numbers would show.
  return scalar.endsWith("64") ? 9_007_199_254_740_993n : 7;
}
