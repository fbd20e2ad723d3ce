import type { DescMessage } from "@bufbuild/protobuf";
import { isSynthetic } from "./field-types.fixture.js";

/** Lists minimal requests, one for each message that a request may contain. */
export function* listRequests(
  input: DescMessage,
): Generator<{ readonly text: string; readonly elements: readonly string[] }> {
  const seen = new Set<string>();
  const queue = [
    { message: input, around: (inner: string) => inner, elements: [`message ${input.typeName}`], depth: 0 },
  ];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { message, around, elements, depth } = next;
    if (seen.has(message.typeName) || depth > 6) continue;
    seen.add(message.typeName);
    yield { text: around("{}"), elements };
    for (const field of message.fields) {
      if (
        !field.message ||
        field.message.typeName.startsWith("google.protobuf.") ||
        field.fieldKind === "map"
      )
        continue;
      const isList = field.fieldKind === "list";
      const isCase = field.oneof !== undefined && !isSynthetic(field);
      const value = (inner: string): string => (isList ? `[${inner}]` : inner);
      const wrapped = (inner: string): string =>
        isCase
          ? `{ ${toCamelCase(field.oneof?.name ?? "")}: { $case: "${field.localName}", value: ${inner} } }`
          : `{ ${field.localName}: ${value(inner)} }`;
      queue.push({
        message: field.message,
        around: (inner) => around(wrapped(inner)),
        elements: [
          `message ${field.message.typeName}`,
          `field ${message.typeName}.${field.name}`,
          ...elements,
        ],
        depth: depth + 1,
      });
    }
  }
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
