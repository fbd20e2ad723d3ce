import type {
  DescriptorProto,
  EnumDescriptorProto,
  EnumValueDescriptorProto,
  FieldDescriptorProto,
  FileDescriptorProto,
  MethodDescriptorProto,
  OneofDescriptorProto,
  ServiceDescriptorProto,
} from "@bufbuild/protobuf/wkt";

/** The descriptor of an element of a proto file. */
export type ElementProto =
  | FileDescriptorProto
  | DescriptorProto
  | FieldDescriptorProto
  | OneofDescriptorProto
  | EnumDescriptorProto
  | EnumValueDescriptorProto
  | ServiceDescriptorProto
  | MethodDescriptorProto;

/**
 * Finds the element at a path of source info, which alternates field numbers of descriptor.proto and indexes. The
 * path of the package statement means the whole file. Undefined for parts of elements, such as a name, and for
 * extensions.
 */
export function elementAt(file: FileDescriptorProto, path: readonly number[]): ElementProto | undefined {
  if (path.length === 1 && path[0] === 2) return file;
  if (path.length === 0 || path.length % 2 === 1) return undefined;
  let element: ElementProto | undefined = file;
  for (let step = 0; element && step < path.length; step += 2) {
    element = listParts(element, path[step])?.[path[step + 1] ?? 0];
  }
  return element;
}

/** The parts of an element under a field number. */
function listParts(element: ElementProto, number: number | undefined): readonly ElementProto[] | undefined {
  switch (element.$typeName) {
    case "google.protobuf.FileDescriptorProto":
      if (number === 4) return element.messageType;
      if (number === 5) return element.enumType;
      return number === 6 ? element.service : undefined;
    case "google.protobuf.DescriptorProto":
      if (number === 2) return element.field;
      if (number === 3) return element.nestedType;
      if (number === 4) return element.enumType;
      return number === 8 ? element.oneofDecl : undefined;
    case "google.protobuf.EnumDescriptorProto":
      return number === 2 ? element.value : undefined;
    case "google.protobuf.ServiceDescriptorProto":
      return number === 2 ? element.method : undefined;
    default:
      return undefined;
  }
}
