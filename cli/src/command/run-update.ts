import { hasFlag } from "../argv/read-argv.js";
import type { MethodInput } from "../input/read-input.js";
import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import {
  type Change,
  hideResource,
  MessageEditor,
  type OperationHandle,
  type Preview,
  refuseInputLoss,
  requireOneMember,
  resourceVersion,
  type ResourceVersion,
  safeLine,
  type Service,
  type ShownMessage,
  UsageError,
} from "@stratus/dynamic-client";
import { awaitAnswer, type MethodCommand } from "./context.js";
import { checkUpdate, isPreview, showPreview } from "./dry-run.js";
import { olderVersion } from "./older-version.js";
import { Removals } from "./removals.js";
import { finishOperation } from "./wait.js";
import { identify, type Identity, resourceText } from "./identify-resource.js";

/** Runs an Update: reads the resource, changes it, and sends the difference with the smallest mask. */
export async function runUpdate(command: MethodCommand, input: MethodInput): Promise<void> {
  const { service, method, argv } = command;
  if (input.changes.length === 0)
    throw new UsageError(
      "ARGUMENT_MISSING",
      "no change given: use field flags (--spec.cpu 4), --clear FIELD or -f FILE",
    );
  if (argv.flags.some(({ name }) => name === "idempotency-key"))
    throw new UsageError(
      "UNSUPPORTED",
      "--idempotency-key cannot be used here: an update generates a key for each attempt, because it reads again after a conflict",
    );
  const isWhole = hasFlag(argv, "replace");
  const documents = input.changes.filter(isDocument);
  if (isWhole && documents.length !== 1)
    throw new UsageError("ARGUMENT_MISSING", "--replace takes the whole resource from one file: -f FILE");
  const which = withDocumentId(service, method, input.which, documents);
  const changes = input.changes.map((one) => (isDocument(one) ? { ...one, isWhole } : one));
  const type = service.inputType(method);
  const versions = changes.flatMap(({ value, from }) => {
    const version = resourceVersion(service, type, value);
    return version ? [{ ...version, from: from ?? "the flags" }] : [];
  });
  await changeResource(command, await identify(command, { ...input, which }), {
    changes,
    guard: (_, { json }) => {
      for (const one of versions) requireVersion(one, resourceVersion(service, type, json));
    },
  });
}

/** Whether a change is a document of `-f`. */
function isDocument({ path, from }: Change): boolean {
  return path.steps.length === 0 && from !== undefined;
}

/** Returns the values that identify the resource, with the ID of a document if no argument names it. */
function withDocumentId(
  service: Service,
  method: GuideMethod,
  which: ReadonlyMap<string, string>,
  documents: readonly Change[],
): ReadonlyMap<string, string> {
  const [field] = service.positionals(method);
  if (!field) return which;
  const [id, other] = new Set(documents.flatMap(({ value }) => documentId(field, value) ?? []));
  if (id === undefined) return which;
  const named = which.get(field.name);
  const conflict = named === undefined ? other : named;
  if (conflict !== undefined && conflict !== id)
    throw new UsageError(
      "ARGUMENT_CONFLICT",
      `the input names two resources, ${safeLine(id)} and ${safeLine(conflict)}; name one`,
    );
  return which.size > 0 ? which : new Map([[field.name, id]]);
}

/** Returns the ID in a document: the `name` of a resource that is identified by it (AIP-122), otherwise `metadata.id` or `id`. */
function documentId({ name }: GuideField, value: GuideJson): string | undefined {
  return resourceText(value, name === "name" ? "name" : "id");
}

/** Requires that the version in a document is that of the server. @throws A UsageError with the exit code of conflicts. */
function requireVersion(
  { path, value, from }: ResourceVersion & { readonly from: string },
  now: ResourceVersion | undefined,
): void {
  if (now?.value === value) return;
  throw olderVersion(path, value, now?.value, from);
}

/** A change of a resource. */
export interface ResourceChange {
  readonly changes: readonly Change[];
  /** Checks the resource that was read. Throws if it must not be changed. */
  readonly guard?: (resource: object, shown: ShownMessage) => void;
  /** The maximum number of attempts after conflicts. Default: until the timeout. */
  readonly attempts?: number;
  /** Whether the document is the text of an editor, which omits what only the server writes. */
  readonly isEdited?: boolean;
}

/** Changes a resource, or shows what would be sent with `--dry-run`. */
export async function changeResource(
  command: MethodCommand,
  identity: Identity,
  { changes, guard, attempts: conflictAttempts, isEdited }: ResourceChange,
): Promise<void> {
  const { context, service, argv, method } = command;
  const modify = service.modifyHelper(method);
  const get = service.method(modify?.get);
  if (!modify || !get)
    throw new UsageError("PACKAGE_INVALID", "the guide has no modify here: generate the package again");
  const client = await context.client(service, argv);
  const request = service.codec.fromJson(get.request, { [identity.field]: identity.value });
  const type = service.inputType(method);
  requireOneMember(service, type, changes);
  const removals = new Removals(command, changes.some(isDocument));
  const change = (resource: object): void => {
    const shown = hideResource(service, method, resource, { omitServerManaged: isEdited });
    guard?.(resource, shown);
    const editor = new MessageEditor(service, shown);
    const before = service.codec.toJson({ kind: "message", type }, resource, true);
    for (const one of changes.filter(isDocument)) editor.apply(type, resource, one);
    const removedByDocuments = new Set(editor.removed(type, resource));
    for (const one of changes) if (!isDocument(one)) editor.apply(type, resource, one);
    const loss = { before, shown, isWhole: hasFlag(argv, "replace") };
    const lost = method.fieldMask === undefined ? [] : refuseInputLoss(service, type, resource, loss);
    const removed = editor.removed(type, resource).filter((one) => removedByDocuments.has(one));
    removals.require(removed, isEdited ? [] : [...editor.cleared, ...lost]);
  };
  const { signal, timeoutMs } = context.callOptions(argv);
  // Only updates with a field mask know it.
  const wholeMaps = method.modify && hasFlag(argv, "whole-maps") ? true : undefined;
  // The editor keeps the objects of what a document keeps. The others replace what was there, which the question names.
  const matchCopies = changes.some(isDocument) ? false : undefined;
  const options = Object.fromEntries(
    Object.entries({ signal, timeoutMs, conflictAttempts, matchCopies, wholeMaps }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  if (isPreview(argv)) {
    const preview = (await client.helper(modify.preview)(request, change, options)) as Preview;
    return showPreview(command, preview, await checkUpdate(command, preview, {}));
  }
  const answer = await removals.confirm(() =>
    awaitAnswer(command, client.helper(modify.local)(request, change, options)),
  );
  if (method.operation) return finishOperation(command, answer as OperationHandle);
  const form = method.response ?? { kind: "message", type };
  await (await context.printer(argv)).one(context.shown(service, form, answer, argv), service, form.type);
}
