/**
 * Finds the places and comments of the elements of proto files. It is the only reader of the source info that a
 * compiler sends, so that comments of messages and rpcs are found in the same way.
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
import type { FileDescriptorProto, SourceCodeInfo_Location } from "@bufbuild/protobuf/wkt";
import { elementAt, type ElementProto } from "./element-at.js";

/** An element of a proto file. */
export type Element =
  | DescFile
  | DescMessage
  | DescField
  | DescOneof
  | DescEnum
  | DescEnumValue
  | DescService
  | DescMethod;

/** The place of an element. Lines and columns count from 1; undefined without source info. */
export interface Place {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** Finds the places and comments of the elements of one run. */
export interface Source {
  place(element: Element): Place;
  /** The comment of an element without its markers: the one above it, else the one behind; empty for none. */
  comment(element: Element): string;
}

/** A location of a file as far as its comments go: numbers that lead to an element, and what is written there. */
export interface Commented {
  readonly path: readonly number[];
  readonly leadingComments: string;
  readonly trailingComments: string;
}

/**
 * Reads source info; each file's is indexed when it is first asked for.
 * @param commentsOf Gives the locations of a file that have comments, where that takes less than to read them all.
 */
export function createSource(
  commentsOf: (file: FileDescriptorProto) => readonly Commented[] | undefined = () => undefined,
): Source {
  const spans = indexed(indexSpans);
  const comments = indexed((file) => indexComments(file, commentsOf(file) ?? locationsOf(file)));
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

/** Returns the origin of an element for its comment: `svc/compute/v1/disk.proto, message svc.compute.v1.Disk`. */
export function originOf(element: DescMessage | DescEnum | DescService | DescMethod): string {
  const file = fileOf(element).proto.name;
  return element.kind === "rpc"
    ? `${file}, rpc ${element.parent.typeName}.${element.name}`
    : `${file}, ${element.kind} ${element.typeName}`;
}

type Index<T> = ReadonlyMap<ElementProto, T>;

/** Returns a function that looks up an element in the index of its file. */
function indexed<T>(indexFile: (file: FileDescriptorProto) => Index<T>): (element: Element) => T | undefined {
  const indexes = new Map<DescFile, Index<T>>();
  return (element) => {
    const file = fileOf(element);
    let index = indexes.get(file);
    if (!index) indexes.set(file, (index = indexFile(file.proto)));
    return index.get(element.proto);
  };
}

/** The first location of an element counts: later ones are parts of it (`extend` blocks, groups). */
function indexSpans(file: FileDescriptorProto): Index<readonly number[]> {
  const index = new Map<ElementProto, readonly number[]>();
  for (const { path, span } of locationsOf(file)) {
    const element = elementAt(file, path);
    if (element && !index.has(element)) index.set(element, span);
  }
  return index;
}

function indexComments(file: FileDescriptorProto, locations: readonly Commented[]): Index<string> {
  const index = new Map<ElementProto, string>();
  for (const { path, leadingComments, trailingComments } of locations) {
    if (leadingComments === "" && trailingComments === "") continue;
    const element = elementAt(file, path);
    if (!element || index.has(element)) continue;
    const comment = leadingComments.trim() === "" ? trailingComments : leadingComments;
    // Git for Windows checks protos out with CRLF by default. The output must not depend on it.
    index.set(element, comment.replaceAll("\r\n", "\n"));
  }
  return index;
}

function locationsOf(file: FileDescriptorProto): readonly SourceCodeInfo_Location[] {
  return file.sourceCodeInfo?.location ?? [];
}

function fileOf(element: Element): DescFile {
  if (element.kind === "file") return element;
  return "file" in element ? element.file : element.parent.file;
}
