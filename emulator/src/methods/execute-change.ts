import { create, type DescMessage, type Message, toBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { isNamedOperation, isOperation, readOperationTypes } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import type { HeaderNames } from "../descriptors/header-names.js";
import { badRequest } from "../errors/refused-call.js";
import { findMissingRequired } from "../messages/required-fields.js";
import type { Effect, PackedMessage } from "../operations/operation-record.js";
import { operationEndpoint, type Invocation, type Reply } from "./invocation.js";
import { RefusedCall } from "../errors/refused-call.js";

/** A change of a resource that has been found valid. */
export interface Change {
  readonly resource: DescMessage;
  readonly id: string;
  readonly parentId: string;
  readonly effect: Effect;
  /** Describes the operation for people. */
  readonly description: string;
  /** Start of the name of an operation that is called by a path; undefined for none. */
  readonly operationPrefix?: string | undefined;
  /** The result of an AIP-151 operation, if a handler sets one. */
  readonly response?: Message | undefined;
}

/**
 * Carries a change out in the way that the method answers: as an operation,
 * which takes effect when it completes, or at once.
 *
 * @throws INVALID_ARGUMENT if the resource would lack a required field; ABORTED
 *   when another operation runs on the resource and the cloud refuses parallel
 *   ones; or the failure that a script asks for
 */
export function executeChange(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  change: Change,
): Reply {
  expectRequiredFields(change);
  const { output } = call.method.desc;
  if (isOperation(output) || isNamedOperation(output)) {
    return { kind: "operation", id: accept(cloud, call, request, change) };
  }
  resolveConflicts(cloud, call, change, "");
  const failure = call.operationFailure;
  if (failure !== undefined && failure.code !== "OK") {
    throw new RefusedCall("FAULT_SCRIPTED", failure.code, failure.message, failure.kind);
  }
  cloud.apply(change.effect);
  return { kind: "message", message: createResponse(cloud, call, change) };
}

/** A resource without its required fields could not be sent to anyone. */
function expectRequiredFields({ resource, effect }: Change): void {
  if (effect.kind !== "put") return;
  const lacked = findMissingRequired(reflect(resource, effect.resource.message));
  if (lacked !== undefined) throw badRequest(lacked, `${resource.name} must have this required field`);
}

function createResponse(cloud: Cloud, call: Invocation, { resource, effect }: Change): Message {
  const output = call.method.desc.output;
  if (effect.kind === "put" && output.typeName === resource.typeName) {
    return cloud.view.visible(resource, effect.resource.message);
  }
  return create(output);
}

function accept(cloud: Cloud, call: Invocation, request: ReflectMessage, change: Change): string {
  const id = `${change.operationPrefix ?? ""}${cloud.newId("operation")}`;
  resolveConflicts(cloud, call, change, id);
  cloud.operations.accept({
    id,
    endpoint: operationEndpoint(call),
    method: call.method.name,
    description: change.description,
    createdBy: call.account,
    createdAtMs: call.nowMs,
    dueAtMs: call.nowMs + cloud.settings.operationDelayMs,
    resourceType: change.resource.typeName,
    resourceId: change.id,
    parentId: change.parentId,
    request: packed(cloud, request),
    requestHeaders: selectHeaders(call, cloud.settings.headers),
    effect: change.effect,
    failure: call.operationFailure,
    response: isNamedOperation(call.method.desc.output) ? packResponse(cloud, call, change) : undefined,
  });
  cloud.operations.settle(call.nowMs);
  return id;
}

function packed(cloud: Cloud, { desc, message }: ReflectMessage): PackedMessage {
  const bytes = toBinary(desc, cloud.secrets.withoutSecrets(desc, message));
  return { typeName: desc.typeName, base64: Buffer.from(bytes).toString("base64") };
}

/**
 * Returns the result of an AIP-151 operation. It is the handler's response if there is one, otherwise the resource. If
 * the method declares a type other than the resource's, the result is an empty message of that type.
 */
function packResponse(cloud: Cloud, { method }: Invocation, change: Change): PackedMessage | undefined {
  const { registry, options } = cloud.api;
  const { resource, effect, response } = change;
  const promised = readOperationTypes(method.desc, options, registry).response;
  const type = promised ?? (effect.kind === "put" ? resource : registry.getMessage("google.protobuf.Empty"));
  const given =
    response ??
    (effect.kind === "put" && type?.typeName === resource.typeName
      ? cloud.view.visible(resource, effect.resource.message)
      : undefined);
  const desc = given === undefined ? type : registry.getMessage(given.$typeName);
  // An API without a type for nothing gives none.
  if (desc === undefined) return undefined;
  const bytes = toBinary(desc, given ?? create(desc));
  return { typeName: desc.typeName, base64: Buffer.from(bytes).toString("base64") };
}

/**
 * Headers that say what the request means and which call it was, by which a client knows its own. A token says who asked,
 * which `created_by` tells.
 */
function selectHeaders(
  { headers }: Invocation,
  { resetMask, idempotencyKey }: HeaderNames,
): Record<string, readonly string[]> {
  const names = [resetMask, idempotencyKey].map((name) => name.toLowerCase());
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = headers.get(name);
      return values === undefined ? [] : [[name, values]];
    }),
  );
}

/** Of parallel operations on one resource (docs/conventions.md, "Operations"), either the newer one is refused or the older one is aborted. */
function resolveConflicts(cloud: Cloud, call: Invocation, change: Change, newerId: string): void {
  for (const running of cloud.operations.running.on(change.resource.typeName, change.id)) {
    const fields = { resource_id: change.id, operation_id: running.id };
    if (cloud.settings.conflict === "refuse") {
      throw new RefusedCall(
        "CONFLICT",
        "ABORTED",
        `operation ${running.id} (${running.description}) is running on ${change.id}: wait for it, then decide again`,
        { name: "OperationConflict", fields, retryType: "UNIT_OF_WORK" },
      );
    }
    const message = `gave way to the newer operation ${newerId}`.trimEnd();
    const kind = {
      name: "OperationAborted",
      fields: { ...fields, aborted_by_operation_id: newerId },
      retryType: "UNIT_OF_WORK",
    } as const;
    cloud.operations.abort(running.id, { code: "ABORTED", message, kind }, call.nowMs);
  }
}
