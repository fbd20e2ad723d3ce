import { clone, create, type Message } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Cloud } from "../cloud.js";
import { badRequest } from "../errors/refused-call.js";
import { assign } from "../messages/assign.js";
import { readMessage, readString } from "../messages/read.js";
import { buildPath, readPath, type ResourcePath } from "../resources/resource-path.js";
import { executeChange } from "./execute-change.js";
import type { Invocation, Reply } from "./invocation.js";
import { rejectUnknownFields } from "./read-resource.js";
import { knownFields, withTimestamps, clearOutputOnly, type Standard } from "./standard-resource.js";
import { RefusedCall } from "../errors/refused-call.js";

type Create = Standard<"create">;

/**
 * Implements Create (AIP-133): adds a resource under the parent, with the identifier of the request or a generated one. If the
 * request is the resource itself, it contains its name. If neither the request nor the name contains the parent, the field `parent`
 * of the resource does.
 *
 * @throws ALREADY_EXISTS; INVALID_ARGUMENT for a name that matches no pattern of the type
 */
export function createStandard(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  method: Create,
): Reply {
  const { resource: field, idField, parentField, message: desc } = method;
  const { options } = cloud.api;
  if (field !== undefined) {
    rejectUnknownFields(
      request,
      knownFields(request, [field.name, idField, parentField, cloud.aip.requestIds.get(call.method.name)]),
    );
  }
  const given = field === undefined ? request : readMessage(request, field.name);
  const message: Message = given === undefined ? create(desc) : clone(desc, given.message);
  const resource = reflect(desc, message);
  const path = resolvePath(cloud, request, method, readString(given, method.type.nameField));
  if (cloud.resources.get(desc.typeName, path.name) !== undefined) {
    throw new RefusedCall(
      "RESOURCE_EXISTS",
      "ALREADY_EXISTS",
      `${desc.name} ${JSON.stringify(path.name)} exists already`,
    );
  }
  clearOutputOnly(resource, options);
  assign(resource, { [method.type.nameField]: path.name, uid: generateUid(cloud, method) });
  const parentId = path.parent === "" ? readString(resource, "parent") : path.parent;
  return executeChange(cloud, call, request, {
    resource: desc,
    id: path.name,
    parentId,
    effect: {
      kind: "put",
      resource: {
        typeName: desc.typeName,
        id: path.name,
        parentId,
        name: "",
        sequence: cloud.nextSequence(),
        message: withTimestamps(desc, message, call.nowMs, true),
      },
    },
    description: `Create ${desc.name}`,
    operationPrefix: `${path.name}/operations/`,
  });
}

/** @throws INVALID_ARGUMENT for a name that matches no pattern of the type */
function resolvePath(cloud: Cloud, request: ReflectMessage, method: Create, ownName: string): ResourcePath {
  const { type, message, resource, idField, parentField } = method;
  const id = idField === undefined ? "" : readString(request, idField);
  if (id === "" && ownName !== "") {
    const path = readPath(type, ownName);
    if (path !== undefined) return path;
    throw badRequest(
      type.nameField,
      `${JSON.stringify(ownName)} is not a name of ${type.type}: ${type.patterns.join(", ")}`,
    );
  }
  if (resource === undefined) throw badRequest(type.nameField, "the name of the resource is missing");
  const parent = parentField === undefined ? "" : readString(request, parentField);
  const path = buildPath(type, parent, id === "" ? cloud.newId(message.name) : id);
  if (path !== undefined) return path;
  const place = parentField ?? idField ?? "";
  throw badRequest(place, `it does not result in a name of ${type.type}: ${type.patterns.join(", ")}`);
}

/** Generates the field `uid`, if the resource has one. */
function generateUid(cloud: Cloud, { message }: Create): string | undefined {
  return message.fields.some(({ name }) => name === "uid") ? cloud.newUuid() : undefined;
}
