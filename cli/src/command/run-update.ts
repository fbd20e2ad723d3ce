import { hasFlag } from "../argv/read-argv.js";
import type { MethodInput } from "../input/read-input.js";
import {
  type Change,
  MessageEditor,
  type OperationHandle,
  type Preview,
  requireOneMember,
  UsageError,
} from "@stratus/dynamic-client";
import { awaitAnswer, type MethodCommand } from "./context.js";
import { showPreview } from "./dry-run.js";
import { finishOperation } from "./wait.js";
import { identify, type Identity } from "./identify-resource.js";

/** Runs an Update: reads the resource, changes it, and sends the difference with the smallest mask. */
export async function runUpdate(command: MethodCommand, input: MethodInput): Promise<void> {
  if (input.changes.length === 0)
    throw new UsageError(
      "ARGUMENT_MISSING",
      "no change given: use field flags (--spec.cpu 4), --clear FIELD or -f FILE",
    );
  if (command.argv.flags.some(({ name }) => name === "idempotency-key"))
    throw new UsageError(
      "UNSUPPORTED",
      "--idempotency-key cannot be used here: an update generates a key for each attempt, because it reads again after a conflict",
    );
  await changeResource(command, await identify(command, input), input);
}

/** A change of a resource. */
export interface ResourceChange {
  readonly changes: readonly Change[];
  /** Checks the resource that was read. Throws if it must not be changed. */
  readonly guard?: (resource: object) => void;
  /** The maximum number of attempts after conflicts. Default: until the timeout. */
  readonly attempts?: number;
}

/** Changes a resource, or shows what would be sent with `--dry-run`. */
export async function changeResource(
  command: MethodCommand,
  identity: Identity,
  { changes, guard, attempts: conflictAttempts }: ResourceChange,
): Promise<void> {
  const { context, service, argv, method } = command;
  const modify = service.modifyHelper(method);
  const get = service.method(modify?.get);
  if (!modify || !get)
    throw new UsageError("PACKAGE_INVALID", "the guide has no modify here: generate the package again");
  const client = await context.client(service, argv);
  const request = service.codec.fromJson(get.request, { [identity.field]: identity.value });
  const editor = new MessageEditor(service);
  const type = service.inputType(method);
  requireOneMember(service, type, changes);
  const change = (resource: object): void => {
    guard?.(resource);
    for (const one of changes) editor.apply(type, resource, one);
  };
  const { signal, timeoutMs } = context.callOptions(argv);
  // Only updates with a field mask know it.
  const wholeMaps = method.modify && hasFlag(argv, "whole-maps") ? true : undefined;
  const options = Object.fromEntries(
    Object.entries({ signal, timeoutMs, conflictAttempts, wholeMaps }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  if (hasFlag(argv, "dry-run")) {
    const preview = (await client.helper(modify.preview)(request, change, options)) as Preview;
    return showPreview(command, preview);
  }
  const answer = await awaitAnswer(command, client.helper(modify.local)(request, change, options));
  if (method.operation) return finishOperation(command, answer as OperationHandle);
  const form = method.response ?? { kind: "message", type };
  await (await context.printer(argv)).one(context.shown(service, form, answer, argv), service, form.type);
}
