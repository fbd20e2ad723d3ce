import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  clone,
  createFileRegistry,
  fromBinary,
  type DescMessage,
  type FileRegistry,
} from "@bufbuild/protobuf";
import {
  FileDescriptorSetSchema,
  type DescriptorProto,
  type FileDescriptorSet,
} from "@bufbuild/protobuf/wkt";

/** The descriptors of the protos below this folder. */
export function descriptors(): FileDescriptorSet {
  const top = fileURLToPath(new URL("../../", import.meta.url));
  const image = execFileSync(`${top}node_modules/.bin/buf`, ["build", `${top}test/mask/protos`, "-o", "-"], {
    maxBuffer: 1 << 26,
  });
  return fromBinary(FileDescriptorSetSchema, image);
}

/** A message type by name; a name that is not there is a mistake of the test. */
export function messageType(registry: FileRegistry, typeName: string): DescMessage {
  const found = registry.getMessage(typeName);
  if (!found) throw new Error(`no message ${typeName}`);
  return found;
}

/**
 * The same API as a client knows it that was generated long ago: every third
 * field and every other enum value is missing. Oneofs keep their first member.
 */
export function olderVersion(set: FileDescriptorSet): FileRegistry {
  const older = clone(FileDescriptorSetSchema, set);
  for (const file of older.file) {
    if (file.package === "shapes.v1") for (const message of file.messageType) prune(message);
    if (file.package === "shapes.v1") for (const one of file.enumType) one.value = one.value.slice(0, 1);
  }
  return createFileRegistry(older);
}

function prune(message: DescriptorProto): void {
  for (const nested of message.nestedType) prune(nested);
  if (message.name === "Thing" || message.options?.mapEntry) return;
  const firstMembers = new Set<number>();
  message.field = message.field.filter((field, index) => {
    const isFirstMember = Object.hasOwn(field, "oneofIndex") && !firstMembers.has(field.oneofIndex);
    if (isFirstMember) firstMembers.add(field.oneofIndex);
    return isFirstMember || index % 3 !== 1;
  });
}
