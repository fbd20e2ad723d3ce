import type { DescEnum, DescFile, DescMessage } from "@bufbuild/protobuf";

type TypeDesc = DescMessage | DescEnum;
/** The name that a type has, unless something is in its way, from the proto names along its nesting. */
type NameOf = (path: readonly string[]) => string;

/**
 * Tells the names that imports may get: the codec generator imports a `Status`
 * beside another one as `Status1`, whether or not the file has a message of that name.
 *
 * @param files All files of one package.
 */
export function importAliases(files: readonly DescFile[], nameOf: NameOf): (name: string) => boolean {
  const others = new Set(
    files.flatMap(({ dependencies }) => dependencies).filter((file) => !files.includes(file)),
  );
  if (others.size === 0) return () => false;
  let shared: ReadonlySet<string> | undefined;
  return (name) => {
    const base = /^(.*?[A-Za-z_])\d+$/.exec(name)?.[1];
    if (base === undefined) return false;
    // Few types end in a number.
    shared ??= findShared([namesOf(files, nameOf), ...[...others].map((file) => namesOf([file], nameOf))]);
    return shared.has(base);
  };
}

/** The names that are in two of the sets. */
function findShared(all: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const name of all.flatMap((names) => [...names])) {
    if (seen.has(name)) shared.add(name);
    seen.add(name);
  }
  return shared;
}

function namesOf(files: readonly DescFile[], nameOf: NameOf): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (desc: TypeDesc, path: readonly string[]): void => {
    names.add(nameOf([...path, desc.name]));
    if (desc.kind === "enum") return;
    for (const inner of [...desc.nestedMessages, ...desc.nestedEnums]) add(inner, [...path, desc.name]);
  };
  for (const file of files) for (const desc of [...file.messages, ...file.enums]) add(desc, []);
  return names;
}
