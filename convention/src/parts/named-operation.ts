/**
 * Operations that are known by a name, as AIP-151 and `google.longrunning` have them (docs/conventions.md,
 * "Operations of AIP-151").
 */
import {
  type DescMessage,
  type DescMethod,
  type DescService,
  type Registry,
  ScalarType,
} from "@bufbuild/protobuf";
import type { CustomOptions } from "../base/options.js";
import { findField, hasText, messageAt } from "../base/shape.js";

/** The option of a method that names the types which its operations hold. */
const infoOption = "operation_info";

/**
 * The message is such an operation: a string `name`, a bool `done`, and a oneof of an `error` of type
 * google.rpc.Status and a `response` of type google.protobuf.Any.
 */
export function isNamedOperation(message: DescMessage): boolean {
  const done = findField(message, "done");
  const error = findField(message, "error");
  return (
    hasText(message, "name") &&
    done?.fieldKind === "scalar" &&
    done.scalar === ScalarType.BOOL &&
    messageAt(message, "error")?.typeName === "google.rpc.Status" &&
    messageAt(message, "response")?.typeName === "google.protobuf.Any" &&
    error?.oneof !== undefined &&
    error.oneof === findField(message, "response")?.oneof
  );
}

/** Methods of a service that reads such operations, each by the string `name` of its request. */
export interface NamedOperationMethods {
  readonly get: DescMethod;
  /** Asks the server to end one; undefined where there is none. */
  readonly cancel: DescMethod | undefined;
  /** Answers when one is done, or a time is over, with its latest state; undefined where there is none. */
  readonly wait: DescMethod | undefined;
  /** Says that nobody wants to read one any more; undefined where there is none. */
  readonly delete: DescMethod | undefined;
}

/**
 * The service reads such operations: its unary `GetOperation` answers with one. It is called at the endpoint of the
 * service that made them, also where it has one of its own.
 */
export function findNamedOperationMethods(service: DescService): NamedOperationMethods | undefined {
  const find = (name: string): DescMethod | undefined =>
    service.methods.find(
      (one) => one.name === name && one.methodKind === "unary" && hasText(one.input, "name"),
    );
  const get = find("GetOperation");
  if (get === undefined || !isNamedOperation(get.output)) return undefined;
  const wait = find("WaitOperation");
  return {
    get,
    cancel: find("CancelOperation"),
    wait: wait && isNamedOperation(wait.output) ? wait : undefined,
    delete: find("DeleteOperation"),
  };
}

/** What the operations of a method hold; undefined where that is not said, or is no type of the API. */
export interface OperationTypes {
  /** What one holds that has succeeded. */
  readonly response: DescMessage | undefined;
  /** What one says of itself while it runs. */
  readonly metadata: DescMessage | undefined;
}

/**
 * The types that the option `operation_info` of a method names in `response_type` and `metadata_type`.
 *
 * @param types the types of the API
 */
export function operationTypes(
  method: DescMethod,
  options: CustomOptions,
  types: Pick<Registry, "getMessage">,
): OperationTypes {
  const read = options.texts(method, infoOption);
  const find = (field: string): DescMessage | undefined => {
    const name = read.get(field) ?? "";
    return name === "" ? undefined : findType(name, method, types);
  };
  return { response: find("response_type"), metadata: find("metadata_type") };
}

/** The type of a name as a proto file writes it: of the package of the method, of one around it, or in full. */
function findType(
  name: string,
  method: DescMethod,
  types: Pick<Registry, "getMessage">,
): DescMessage | undefined {
  if (name.startsWith(".")) return types.getMessage(name.slice(1));
  const scope = method.parent.file.proto.package.split(".");
  for (let length = scope.length; length > 0; length--) {
    const found = types.getMessage([...scope.slice(0, length), name].join("."));
    if (found) return found;
  }
  return types.getMessage(name);
}
