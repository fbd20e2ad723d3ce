import type { GuideJson } from "@stratus/runtime/guide";
import {
  applyDocument,
  findResource,
  identify,
  isJsonObject,
  type JsonObject,
  kebabCase,
  kindKey,
  pathKey,
  type ResourceKind,
  resourceDifferences,
  resourceKinds,
  resourceVersion,
  safeLine,
  updateRequest,
  UsageError,
} from "@stratus/dynamic-client";
import { ownFlags } from "../argv/flags.js";
import { hasFlag } from "../argv/read-argv.js";
import { isRequest, readInput } from "../input/read-input.js";
import { readDocument } from "../input/read-document.js";
import { readUnits } from "../input/read-units.js";
import { exitCodes } from "../output/exit-codes.js";
import type { MethodCommand } from "./context.js";
import { olderVersion } from "./older-version.js";
import { Removals } from "./removals.js";

/** A resource of a REST API that was read, changed in a file, and is to be put back. */
interface PutBack {
  readonly kind: ResourceKind;
  readonly json: JsonObject;
  readonly path: JsonObject;
  readonly from: string;
}

/**
 * Returns the request that puts a resource of a REST API back, if a command gets one from a file: the resource as `get` shows
 * it, instead of a request. The ID may come from the file. Undefined if it is another command, or if nothing differs.
 *
 * @throws A UsageError if the file has another value of a field that only the server writes, or the version of an older
 * resource.
 */
export async function putBackRequest(
  command: MethodCommand,
): Promise<{ readonly request?: object } | undefined> {
  const found = await readPutBack(command);
  if (!found) return undefined;
  const { context, service, argv } = command;
  const { kind, json, path, from } = found;
  const client = await context.client(service, argv);
  const identity = identify(kind, { json, path });
  const { signal, timeoutMs } = context.callOptions(argv);
  const options = { signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  const resource = await findResource(kind, client, identity, options);
  if (resource === undefined)
    throw new UsageError(
      "ARGUMENT_INVALID",
      `there is no ${kind.name} ${safeLine(identity.key)}`,
      exitCodes.notFound,
    );
  requireVersion(found, service.codec.toJson({ kind: "message", type: kind.type }, resource));
  const isWhole = hasFlag(argv, "replace");
  const applied = applyDocument(kind, resource, json, { from, isWhole, sendsInputOnly: true });
  const [other] = applied.differences;
  if (other)
    throw new UsageError(
      "ARGUMENT_INVALID",
      `${other.path} is written by the server alone, and has another value there; remove it from ${from}, or read the resource again`,
    );
  const isUnchanged = resourceDifferences(applied.before, applied.after).length === 0;
  if (isUnchanged && applied.inputOnly.length === 0) return {};
  const removals = new Removals(command, true);
  await removals.confirm(async () => removals.require(applied.removed, applied.cleared));
  return { request: updateRequest(kind, identity, applied, true) };
}

async function readPutBack({ context, service, method, argv }: MethodCommand): Promise<PutBack | undefined> {
  const kind = service.isRest ? resourceKinds(service).find(({ update }) => update === method) : undefined;
  const files = argv.flags.flatMap(({ name, value }) => (name === "file" ? [value ?? ""] : []));
  const [file] = files;
  const hasFields = argv.flags.some(({ name }) => name === "clear" || !ownFlags.has(name));
  if (!kind || file === undefined || files.length > 1 || hasFields) return undefined;
  const from = file === "-" ? "standard input" : file;
  const document = await readDocument(await context.source.readFile(file), from);
  if (!isJsonObject(document) || isRequest(service, method, document)) return undefined;
  const { [kindKey]: _, [pathKey]: path = {}, ...json } = document;
  const { changes } = await readInput(service, method, { ...argv, flags: [] }, context.source);
  const given = changes.map(({ path: { steps }, value }) => {
    const [step] = steps;
    return [step && "field" in step ? step.field.name : "", value] as const;
  });
  return {
    kind,
    from,
    json: readUnits(service, kind.type, json, from) as JsonObject,
    path: { ...(isJsonObject(path) ? path : {}), ...Object.fromEntries(given) },
  };
}

/** Requires that the resource in a file is not older than the one that is there, if it has a version or times of changes. */
function requireVersion({ kind, json, from }: PutBack, now: GuideJson): void {
  const { service, type } = kind;
  const current = isJsonObject(now) ? now : {};
  const version = resourceVersion(service, type, json);
  const path =
    version !== undefined && resourceVersion(service, type, now)?.value !== version.value
      ? version.path
      : service
          .message(type)
          .fields.map(({ name }) => name)
          .find(
            (name) =>
              changeTimes.has(kebabCase(name)) && json[name] !== undefined && json[name] !== current[name],
          );
  if (path !== undefined) throw olderVersion(path, json[path], current[path], from);
}

/** Names of fields with the time of the last change. */
const changeTimes: ReadonlySet<string> = new Set([
  "updated-at",
  "update-time",
  "modified-at",
  "last-modified",
]);
