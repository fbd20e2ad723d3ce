import type {
  DescEnum,
  DescEnumValue,
  DescField,
  DescFile,
  DescMessage,
  DescMethod,
  DescOneof,
  DescService,
} from "@bufbuild/protobuf";
import type { SourceCodeInfo_Location } from "@bufbuild/protobuf/wkt";

/** What stands somewhere in a proto file. */
export type Element =
  | DescFile
  | DescMessage
  | DescField
  | DescOneof
  | DescEnum
  | DescEnumValue
  | DescService
  | DescMethod;

/** Where an element stands. Lines and columns count from 1; undefined without source info. */
export interface Place {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** The comments at an element, as the compiler gives them: without their markers. */
export interface Comments {
  readonly leading: string;
  readonly trailing: string;
  /** Comments before the leading one, set apart by an empty line. */
  readonly detached: readonly string[];
}

/** Answers where the elements of one run stand and what is written at them. */
export interface Source {
  place(element: Element): Place;
  comments(element: Element): Comments;
}

const noComments: Comments = { leading: "", trailing: "", detached: [] };

/** Reads source info; each file's is indexed when it is first asked for. */
export function createSource(): Source {
  const indexes = new Map<DescFile, ReadonlyMap<string, SourceCodeInfo_Location>>();
  const find = (element: Element): SourceCodeInfo_Location | undefined => {
    const file = fileOf(element);
    let index = indexes.get(file);
    if (!index) indexes.set(file, (index = indexLocations(file)));
    return index.get(pathOf(element).join("."));
  };
  return {
    place(element) {
      const [line, column] = find(element)?.span ?? [];
      const file = fileOf(element).proto.name;
      return {
        file,
        line: line === undefined ? undefined : line + 1,
        column: column === undefined ? undefined : column + 1,
      };
    },
    comments(element) {
      const found = find(element);
      if (!found) return noComments;
      return {
        leading: found.leadingComments,
        trailing: found.trailingComments,
        detached: found.leadingDetachedComments,
      };
    },
  };
}

/** The first location of a path counts: later ones are parts of the element (`extend` blocks, groups). */
function indexLocations(file: DescFile): ReadonlyMap<string, SourceCodeInfo_Location> {
  const index = new Map<string, SourceCodeInfo_Location>();
  for (const location of file.proto.sourceCodeInfo?.location ?? []) {
    const path = location.path.join(".");
    if (!index.has(path)) index.set(path, location);
  }
  return index;
}

function fileOf(element: Element): DescFile {
  switch (element.kind) {
    case "file":
      return element;
    case "message":
    case "enum":
    case "service":
      return element.file;
    case "enum_value":
    case "field":
    case "oneof":
      return element.parent.file;
    case "rpc":
      return element.parent.file;
  }
}

/** Path of an element within its file's descriptor: field numbers of descriptor.proto and indexes, in turn. */
function pathOf(element: Element): number[] {
  switch (element.kind) {
    case "file":
      // The package statement is the best place that a file as a whole has.
      return [2];
    case "message":
      return element.parent
        ? [...pathOf(element.parent), 3, element.parent.proto.nestedType.indexOf(element.proto)]
        : [4, element.file.proto.messageType.indexOf(element.proto)];
    case "enum":
      return element.parent
        ? [...pathOf(element.parent), 4, element.parent.proto.enumType.indexOf(element.proto)]
        : [5, element.file.proto.enumType.indexOf(element.proto)];
    case "enum_value":
      return [...pathOf(element.parent), 2, element.parent.values.indexOf(element)];
    case "field":
      return [...pathOf(element.parent), 2, element.parent.proto.field.indexOf(element.proto)];
    case "oneof":
      return [...pathOf(element.parent), 8, element.parent.proto.oneofDecl.indexOf(element.proto)];
    case "service":
      return [6, element.file.proto.service.indexOf(element.proto)];
    case "rpc":
      return [...pathOf(element.parent), 2, element.parent.proto.method.indexOf(element.proto)];
  }
}
