import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { flagValue, hasFlag } from "../argv/read-argv.js";
import { ownFlags } from "../argv/flags.js";
import { expandFilter } from "../input/filter-names.js";
import { kebabCase, type Service, UsageError } from "@stratus/dynamic-client";
import type { MethodCommand } from "./context.js";
import { isPreview } from "./dry-run.js";
import { resourceId, resourceText } from "./identify-resource.js";

/** A resource to call a method for. */
export interface BulkTarget {
  readonly id: string;
  /** The resource, if it was listed. */
  readonly resource?: GuideJson;
}

/** Fields of a List that do not narrow what it returns. */
const notNarrowing = /^(?:page_(?:size|token)|order_by|sort_by|view|read_mask)$/;

/** Finds the List that returns the resources of a method. */
export function findList(service: Service, method: GuideMethod): GuideMethod | undefined {
  const resource = service.findGet(method)?.response?.type;
  return service.guide.methods.find(
    ({ word, pages }) =>
      service.role(word) === "list" && pages?.type !== undefined && pages.type === resource,
  );
}

/** Returns the fields of a List that narrow it: the parent, the filter and the like. */
function narrowingFields(service: Service, list: GuideMethod): readonly GuideField[] {
  return service
    .message(list.request)
    .fields.filter(({ name, kind, isList }) => kind === "string" && !isList && !notNarrowing.test(name));
}

/** Whether a flag narrows the List of `--all`. */
export function isListFlag(service: Service, method: GuideMethod, flag: string): boolean {
  const list = findList(service, method);
  return list !== undefined && narrowingFields(service, list).some(({ name }) => kebabCase(name) === flag);
}

/**
 * Lists the resources of `--all`.
 *
 * @param atMost The maximum number. One more is read, so that the caller notices.
 * @throws A UsageError if nothing narrows the list, or if `--yes` comes without `--at-most`.
 */
export async function listTargets(
  { context, service, method, argv }: MethodCommand,
  atMost: number | undefined,
): Promise<readonly BulkTarget[]> {
  const list = findList(service, method);
  if (!list?.pages || service.role(method.word) === "get")
    throw new UsageError("UNSUPPORTED", `${method.word} has no --all; use the command that lists`);
  if (argv.words.length > 0)
    throw new UsageError("ARGUMENT_CONFLICT", "--all takes no IDs; leave out one of them");
  const fields = narrowingFields(service, list);
  const given = fields.flatMap((field): readonly (readonly [string, string])[] => {
    const value = flagValue(argv, kebabCase(field.name));
    if (value === undefined) return [];
    if (value.trim() === "")
      throw new UsageError(
        "ARGUMENT_INVALID",
        `--${kebabCase(field.name)} must not be empty; a variable in your script may be unset`,
      );
    const isFilter = field.name === "filter";
    return [[field.name, isFilter ? expandFilter(service, list.pages?.type, value) : value]];
  });
  if (given.length === 0)
    throw new UsageError(
      "ARGUMENT_MISSING",
      `--all needs a filter or a parent: add ${fields.map(({ name }) => `--${kebabCase(name)}`).join(" or ")}`,
    );
  const isAsking = !isPreview(argv);
  if (isAsking && hasFlag(argv, "yes") && atMost === undefined)
    throw new UsageError(
      "ARGUMENT_MISSING",
      "--all with --yes needs --at-most N: the largest number of resources that you expect",
    );
  await service.codec.load();
  const client = await context.client(service, argv);
  const request = service.codec.fromJson(list.request, Object.fromEntries(given));
  const all = client.call(
    list,
    list.pages.local,
    request,
    context.callOptions(argv),
  ) as AsyncIterable<unknown>;
  const found: BulkTarget[] = [];
  for await (const item of all) {
    const resource = context.shown(service, { kind: "message", type: list.pages.type }, item, argv);
    const named = service.isNamedByName(list.pages.type) ? resourceText(resource, "name") : undefined;
    const id = named ?? resourceId(resource);
    if (id === undefined)
      throw new UsageError("UNSUPPORTED", "--all needs resources with an ID, and the list has none");
    found.push({ id, resource });
    if (found.length > (atMost ?? Infinity)) break;
  }
  return found;
}

/** Returns the flags of a command without those that narrow the List of `--all`. */
export function withoutListFlags({ service, method, argv }: MethodCommand): MethodCommand["argv"] {
  const flags = argv.flags.filter(({ name }) => ownFlags.has(name) || !isListFlag(service, method, name));
  return { words: argv.words, flags };
}
