/** Reads and writes resources of AIP, which are identified by their names, for handlers. */
import { clone, type DescMessage, type Message } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import type { Cloud } from "../cloud.js";
import { readString } from "../messages/read.js";
import type { Invocation } from "../methods/invocation.js";
import { withTimestamps } from "../methods/standard-resource.js";
import { readPath } from "../resources/resource-path.js";
import type { StoredResource } from "../resources/resource-store.js";
import { EmulatorError } from "../text/emulator-error.js";

/** Finds the resource of any AIP type with a name. */
export function findByName({ resources, aip }: Cloud, name: string): StoredResource | undefined {
  for (const typeName of aip.resources.keys()) {
    const found = resources.get(typeName, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the resource to store, either new or as a replacement for the one with its name. Returns undefined for a
 * message that is not an AIP resource.
 *
 * @throws EmulatorError if the name does not match the patterns of its type
 */
export function namedResource(
  cloud: Cloud,
  call: Invocation,
  desc: DescMessage,
  resource: Message,
): StoredResource | undefined {
  const type = cloud.aip.resources.get(desc.typeName);
  if (type === undefined) return undefined;
  const message = clone(desc, resource);
  const name = readString(reflect(desc, message), type.nameField);
  const path = readPath(type, name);
  if (path === undefined)
    throw new EmulatorError(
      "HANDLER_INVALID",
      `${JSON.stringify(name)} is not a name of ${type.type}: ${type.patterns.join(", ")}`,
    );
  const current = cloud.resources.get(desc.typeName, name);
  return {
    typeName: desc.typeName,
    id: name,
    parentId: path.parent === "" ? readString(reflect(desc, message), "parent") : path.parent,
    name: "",
    sequence: current?.sequence ?? cloud.nextSequence(),
    message: withTimestamps(desc, message, call.nowMs, current === undefined),
  };
}
