import { create, type DescMessage, type Message, toBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { isNamedOperation, isOperation, readOperationTypes } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import type { HeaderNames } from "../descriptors/header-names.js";
import { badRequest } from "../errors/refused-call.js";
import { findMissingRequired } from "../messages/required-fields.js";
import type { Effect, PackedMessage } from "../operations/operation-record.js";
import { changeCause, operationEndpoint, type Invocation, type Reply } from "./invocation.js";
import { RefusedCall } from "../errors/refused-call.js";

/** A valid change of a resource. */
export interface Change {
  readonly resource: DescMessage;
  readonly id: string;
  readonly parentId: string;
  readonly effect: Effect;
  /** Describes the operation for people. */
  readonly description: string;
  /** The beginning of the operation's name, if that is a path. */
  readonly operationPrefix?: string | undefined;
  /** The result of an AIP-151 operation, if a handler sets one. */
  readonly response?: Message | undefined;
}

/**
 * Executes a change: as an operation, if the method returns one, which takes effect when it is done, or else at once.
 *
 * @throws INVALID_ARGUMENT if a required field of the resource would be missing; ABORTED if another operation is running on the
 *   resource and conflicts are refused; or the error of a script
 */
export function executeChange(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  change: Change,
): Reply {
  expectRequiredFields(change);
  expectQuota(cloud, change);
  const { output } = call.method.desc;
  if (isOperation(output) || isNamedOperation(output)) {
    return { kind: "operation", id: accept(cloud, call, request, change) };
  }
  resolveConflicts(cloud, call, change, "");
  const failure = call.operationFailure;
  if (failure !== undefined && failure.code !== "OK") {
    throw new RefusedCall("FAULT_SCRIPTED", failure.code, failure.message, failure.kind);
  }
  cloud.apply(change.effect, changeCause(cloud, call));
  return { kind: "message", message: createResponse(cloud, call, change) };
}

/** Rejects a resource without a required field, because it could not be encoded in a response. */
function expectRequiredFields({ resource, effect }: Change): void {
  if (effect.kind !== "put") return;
  const missing = findMissingRequired(reflect(resource, effect.resource.message));
  if (missing !== undefined) throw badRequest(missing, `${resource.name} must have this required field`);
}

/** Counts also the resources that running operations will create. */
function expectQuota(cloud: Cloud, { resource: { typeName }, id, parentId, effect }: Change): void {
  if (effect.kind !== "put" || !cloud.policy.hasQuota(typeName)) return;
  if (cloud.resources.get(typeName, id) !== undefined) return;
  cloud.policy.requireQuota(
    typeName,
    parentId,
    (parent) =>
      cloud.resources.list(typeName, parent ?? "", 0, Infinity).length +
      cloud.operations.running.countCreated(
        typeName,
        parent,
        (one) => cloud.resources.get(typeName, one) !== undefined,
      ),
  );
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
    dueAtMs: call.nowMs + cloud.operationDelayMs,
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
  const bytes = cloud.secrets.encode(desc, message);
  return { typeName: desc.typeName, base64: Buffer.from(bytes).toString("base64") };
}

/**
 * Returns the result of an AIP-151 operation. It is the handler's response if there is one, otherwise the resource. If
 * the method declares a type other than the resource's, the result is an empty message of that type.
 */
function packResponse(cloud: Cloud, { method }: Invocation, change: Change): PackedMessage | undefined {
  const { registry, options } = cloud.api;
  const { resource, effect, response } = change;
  const declared = readOperationTypes(method.desc, options, registry).response;
  const type = declared ?? (effect.kind === "put" ? resource : registry.getMessage("google.protobuf.Empty"));
  const given =
    response ??
    (effect.kind === "put" && type?.typeName === resource.typeName
      ? cloud.view.visible(resource, effect.resource.message)
      : undefined);
  const desc = given === undefined ? type : registry.getMessage(given.$typeName);
  // Some APIs do not import google.protobuf.Empty.
  if (desc === undefined) return undefined;
  const bytes = toBinary(desc, given ?? create(desc));
  return { typeName: desc.typeName, base64: Buffer.from(bytes).toString("base64") };
}

/** Selects the headers to store in an operation: the reset mask and the idempotency key, by which a client recognizes its call. */
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

/** If operations on one resource overlap (docs/conventions.md, "Operations"), rejects the newer one or aborts the older one. */
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
    const message = `aborted by the newer operation ${newerId}`.trimEnd();
    const kind = {
      name: "OperationAborted",
      fields: { ...fields, aborted_by_operation_id: newerId },
      retryType: "UNIT_OF_WORK",
    } as const;
    cloud.operations.abort(running.id, { code: "ABORTED", message, kind }, call.nowMs);
  }
}
