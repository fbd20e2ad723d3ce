import type { News } from "../../kit/text/names-file.js";
import type { Api } from "./api.js";

/** Finds the elements that a version adds or deprecates. The parts of a new element are not listed. */
export function compareElements(before: Api, after: Api): News {
  const [old, now] = [listElements(before), listElements(after)];
  const isNew = (name: string | undefined): boolean => name !== undefined && now.has(name) && !old.has(name);
  const names = [...now.keys()];
  return {
    since: names.filter((name) => isNew(name) && !isNew(now.get(name)?.owner)),
    deprecated: names.filter((name) => old.has(name) && isDeprecated(now, name) && !isDeprecated(old, name)),
  };
}

interface DocumentedElement {
  /** Full name of the element that contains it. */
  readonly owner?: string | undefined;
  readonly deprecated: string | undefined;
}

type Elements = ReadonlyMap<string, DocumentedElement>;

function isDeprecated(elements: Elements, name: string): boolean {
  return elements.get(name)?.deprecated !== undefined;
}

/** Lists all elements by full name. The name of an enum value begins with that of its enum. */
function listElements({ messages, enums, services }: Api): Elements {
  return new Map([
    ...listWithParts(messages, (one) => one.fields),
    ...listWithParts(enums, (one) => one.values),
    ...listWithParts(services, (one) => one.methods),
  ]);
}

/** Lists elements with their parts. */
function listWithParts<T extends DocumentedElement>(
  all: ReadonlyMap<string, T>,
  partsOf: (owner: T) => ReadonlyMap<string, DocumentedElement>,
): (readonly [string, DocumentedElement])[] {
  return [...all].flatMap(([owner, one]) => [
    [owner, { deprecated: one.deprecated }] as const,
    ...[...partsOf(one)].map(
      ([name, { deprecated }]) => [`${owner}.${name}`, { owner, deprecated }] as const,
    ),
  ]);
}
