/**
 * Where the elements of proto files stand, and what is written at them: the one reading of the source info that
 * a compiler sends along. The stages ask here, so that a comment is found in the same way for a message and an rpc.
 */
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

/** Answers where the elements of one run stand and what is written at them. */
export interface Source {
  place(element: Element): Place;
  /** The comment of an element without its markers: the one above it, else the one behind; empty for none. */
  comment(element: Element): string;
}

/** Reads source info; each file's is indexed when it is first asked for. */
export function createSource(): Source {
  const spans = indexed(indexSpans);
  const comments = indexed(indexComments);
  return {
    place(element) {
      const [line, column] = spans(element) ?? [];
      const file = fileOf(element).proto.name;
      return {
        file,
        line: line === undefined ? undefined : line + 1,
        column: column === undefined ? undefined : column + 1,
      };
    },
    comment: (element) => comments(element) ?? "",
  };
}

/** What an element is generated from, for its comment: `svc/compute/v1/disk.proto, message svc.compute.v1.Disk`. */
export function originOf(element: DescMessage | DescEnum | DescService | DescMethod): string {
  const file = fileOf(element).proto.name;
  return element.kind === "rpc"
    ? `${file}, rpc ${element.parent.typeName}.${element.name}`
    : `${file}, ${element.kind} ${element.typeName}`;
}

type Index<T> = ReadonlyMap<string, T>;

/** What an index of files by path says of an element. */
function indexed<T>(indexFile: (file: DescFile) => Index<T>): (element: Element) => T | undefined {
  const indexes = new Map<DescFile, Index<T>>();
  return (element) => {
    const file = fileOf(element);
    const index = indexes.get(file) ?? indexFile(file);
    indexes.set(file, index);
    return index.size === 0 ? undefined : index.get(pathOf(element).join("."));
  };
}

/** The first location of a path counts: later ones are parts of the element (`extend` blocks, groups). */
function indexSpans(file: DescFile): Index<readonly number[]> {
  const index = new Map<string, readonly number[]>();
  for (const { path, span } of locationsOf(file)) {
    const key = path.join(".");
    if (!index.has(key)) index.set(key, span);
  }
  return index;
}

/** Comments apart from the rest: most locations have none, and most have no need of a path then. */
function indexComments(file: DescFile): Index<string> {
  const index = new Map<string, string>();
  for (const { path, leadingComments, trailingComments } of locationsOf(file)) {
    if (leadingComments === "" && trailingComments === "") continue;
    const key = path.join(".");
    if (!index.has(key)) index.set(key, leadingComments.trim() === "" ? trailingComments : leadingComments);
  }
  return index;
}

function locationsOf({ proto }: DescFile): readonly SourceCodeInfo_Location[] {
  return proto.sourceCodeInfo?.location ?? [];
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
