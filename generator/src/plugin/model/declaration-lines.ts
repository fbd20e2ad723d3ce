import type { DescEnum, DescFile, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import type { Source } from "../source/source.js";
import { withNested } from "./file-graph.js";

type Declared = DescEnum | DescMessage | DescMethod | DescService;

/** Returns a function that finds the line of a declaration by its full name. It indexes the files at its first call. */
export function createLineOf(
  files: readonly DescFile[],
  source: Source,
): (fullName: string) => number | undefined {
  let elements: ReadonlyMap<string, Declared> | undefined;
  return (fullName) => {
    elements ??= new Map(files.flatMap(declaredIn));
    const element = elements.get(fullName);
    return element && source.place(element).line;
  };
}

function declaredIn(file: DescFile): readonly (readonly [string, Declared])[] {
  const messages = file.messages.flatMap(withNested);
  const enums = [...file.enums, ...messages.flatMap((one) => one.nestedEnums)];
  return [
    ...[...messages, ...enums, ...file.services].map((one) => [one.typeName, one] as const),
    ...file.services.flatMap(({ typeName, methods }) =>
      methods.map((one) => [`${typeName}.${one.name}`, one] as const),
    ),
  ];
}
