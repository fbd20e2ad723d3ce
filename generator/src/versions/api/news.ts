import type { News } from "../../kit/text/since.js";
import type { Api } from "./api.js";

/** The elements that a version of an API brings, and those that it deprecates. The parts of a new one are new with it. */
export function newsBetween(before: Api, after: Api): News {
  const [old, now] = [elementsOf(before), elementsOf(after)];
  const isNew = (name: string | undefined): boolean => name !== undefined && now.has(name) && !old.has(name);
  const names = [...now.keys()];
  return {
    since: names.filter((name) => isNew(name) && !isNew(now.get(name)?.owner)),
    deprecated: names.filter((name) => old.has(name) && isDeprecated(now, name) && !isDeprecated(old, name)),
  };
}

interface Noted {
  /** Full name of what it is a part of. */
  readonly owner?: string | undefined;
  readonly deprecated: string | undefined;
}

type Elements = ReadonlyMap<string, Noted>;

function isDeprecated(elements: Elements, name: string): boolean {
  return elements.get(name)?.deprecated !== undefined;
}

/** All that programs name, by full names; a value of an enum by that of its enum. */
function elementsOf({ messages, enums, services }: Api): Elements {
  return new Map([
    ...within(messages, (one) => one.fields),
    ...within(enums, (one) => one.values),
    ...within(services, (one) => one.methods),
  ]);
}

/** Elements and their parts. */
function within<T extends Noted>(
  all: ReadonlyMap<string, T>,
  partsOf: (owner: T) => ReadonlyMap<string, Noted>,
): (readonly [string, Noted])[] {
  return [...all].flatMap(([owner, one]) => [
    [owner, { deprecated: one.deprecated }] as const,
    ...[...partsOf(one)].map(
      ([name, { deprecated }]) => [`${owner}.${name}`, { owner, deprecated }] as const,
    ),
  ]);
}
