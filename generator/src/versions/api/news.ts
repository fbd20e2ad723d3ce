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
  readonly owner?: string;
  readonly deprecated: string | undefined;
}

type Elements = ReadonlyMap<string, Noted>;

function isDeprecated(elements: Elements, name: string): boolean {
  return elements.get(name)?.deprecated !== undefined;
}

/** All that programs name, by full names; a value of an enum by that of its enum. */
function elementsOf({ messages, enums, services }: Api): Elements {
  const within = (
    all: ReadonlyMap<string, Noted>,
    partsOf: (owner: string) => ReadonlyMap<string, Noted> | undefined,
  ): (readonly [string, Noted])[] =>
    [...all].flatMap(([owner, { deprecated }]) => [
      [owner, { deprecated }] as const,
      ...[...(partsOf(owner) ?? [])].map(
        ([name, one]) => [`${owner}.${name}`, { owner, deprecated: one.deprecated }] as const,
      ),
    ]);
  return new Map([
    ...within(messages, (name) => messages.get(name)?.fields),
    ...within(enums, (name) => enums.get(name)?.values),
    ...within(services, (name) => services.get(name)?.methods),
  ]);
}
