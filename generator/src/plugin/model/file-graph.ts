import type { DescFile, DescMessage } from "@bufbuild/protobuf";

/** The files, and all that others lead to: from each, those that `next` gives. */
export function findReachable(
  roots: Iterable<DescFile>,
  next: (file: DescFile) => readonly (DescFile | undefined)[],
): ReadonlySet<DescFile> {
  const found = new Set(roots);
  // A set gives what is added to it while it is gone through.
  for (const file of found) for (const other of next(file)) if (other) found.add(other);
  return found;
}

/** The files of the types that the fields of a message name, and of the messages in it. */
export function findTypeFiles({ fields, nestedMessages }: DescMessage): readonly (DescFile | undefined)[] {
  const own = fields.map((field) => field.message?.file ?? field.enum?.file);
  return [...own, ...nestedMessages.flatMap(findTypeFiles)];
}

/** A message and those in it, in the order of the proto. */
export function withNested(message: DescMessage): DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(withNested)];
}

/** Whether the file has options for others. Types beside those are there for the options, unless something else uses them. */
export function declaresOptions({ extensions }: DescFile): boolean {
  return extensions.some(({ extendee }) => /^google\.protobuf\.[A-Za-z]+Options$/.test(extendee.typeName));
}
