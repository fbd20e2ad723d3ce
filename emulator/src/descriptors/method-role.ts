import type { DescField, DescMessage, DescMethod, Registry } from "@bufbuild/protobuf";
import { isOperation, isOperationPage } from "./operation-type.js";
import { findField, hasString, identifierField, messageType } from "./shape.js";
import { isResource, resourceOfPage, resourceOfService } from "./resource-type.js";

/**
 * What a method does, as its name and the shapes of its request and response
 * tell. `unknown` is answered with UNIMPLEMENTED until a handler is added.
 */
export type MethodRole =
  | { readonly kind: "create" | "update" | "getByName" | "list"; readonly resource: DescMessage }
  | { readonly kind: "get" | "delete"; readonly resource: DescMessage; readonly idField: string }
  | { readonly kind: "operationGet"; readonly idField: string }
  | { readonly kind: "operationList"; readonly resource: DescMessage | undefined }
  | { readonly kind: "tokenExchange" }
  | { readonly kind: "profile" }
  | { readonly kind: "unknown" };

/** Decides the role of a method. `isUpdater`: the method is an update by its options, whatever its name. */
export function roleOf(method: DescMethod, registry: Registry, isUpdater: boolean): MethodRole {
  if (method.methodKind !== "unary") return { kind: "unknown" };
  if (isTokenExchange(method)) return { kind: "tokenExchange" };
  if (isProfile(method)) return { kind: "profile" };
  const resource = resourceOfService(method.parent, registry);
  if (isOperationPage(method.output) && method.name.startsWith("List"))
    return { kind: "operationList", resource };
  const idField = identifierField(method.input);
  if (isOperation(method.output) && method.name === "Get" && idField !== undefined) {
    return { kind: "operationGet", idField };
  }
  return resource === undefined ? { kind: "unknown" } : resourceRole(method, resource, isUpdater);
}

function resourceRole(method: DescMethod, resource: DescMessage, isUpdater: boolean): MethodRole {
  const { input, output } = method;
  const showsResource = output.typeName === resource.typeName;
  const changes = isOperation(output) || showsResource;
  const takesResource =
    messageType(input, "metadata") !== undefined && messageType(input, "spec") !== undefined;
  const idField = identifierField(input);
  const unknown: MethodRole = { kind: "unknown" };
  switch (isUpdater ? "Update" : method.name) {
    case "Create":
      return changes && takesResource ? { kind: "create", resource } : unknown;
    case "Update":
      return changes && takesResource ? { kind: "update", resource } : unknown;
    case "Get":
      return showsResource && idField !== undefined ? { kind: "get", resource, idField } : unknown;
    case "GetByName":
      return showsResource && hasString(input, "name") ? { kind: "getByName", resource } : unknown;
    case "List":
      return resourceOfPage(output)?.typeName === resource.typeName ? { kind: "list", resource } : unknown;
    case "Delete":
      return (changes || output.typeName === "google.protobuf.Empty") && idField !== undefined
        ? { kind: "delete", resource, idField }
        : unknown;
    default:
      return unknown;
  }
}

/** Token exchange by gRPC (seed section 4; RFC 8693, sections 2.1 and 2.2). */
function isTokenExchange({ input, output }: DescMethod): boolean {
  return (
    ["grant_type", "subject_token", "subject_token_type"].every((name) => hasString(input, name)) &&
    hasString(output, "access_token") &&
    findField(output, "expires_in") !== undefined
  );
}

/** A request without fields, and a response with a oneof of profiles, one of which holds a resource. */
function isProfile({ input, output }: DescMethod): boolean {
  return input.fields.length === 0 && profileMember(output) !== undefined;
}

/** Where a profile holds the account of a program. */
export interface ProfileMember {
  /** The member of the oneof. */
  readonly member: DescField & { fieldKind: "message" };
  /** The field of that member which holds the resource. */
  readonly account: DescField & { fieldKind: "message" };
}

/** The member of a profile that tells of a service account, if the message is a profile. */
export function profileMember(profile: DescMessage): ProfileMember | undefined {
  for (const member of profile.oneofs.flatMap((oneof) => oneof.fields)) {
    if (member.fieldKind !== "message") continue;
    for (const account of member.message.fields) {
      if (account.fieldKind === "message" && isResource(account.message)) return { member, account };
    }
  }
  return undefined;
}
