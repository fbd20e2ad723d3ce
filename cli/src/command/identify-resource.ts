import type { GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { hasFlag } from "../argv/read-argv.js";
import type { MethodInput } from "../input/read-input.js";
import { kebabCase, safeLine, type Service, UsageError } from "@stratus/dynamic-client";
import { ResponseError } from "../output/response-error.js";
import type { MethodCommand } from "./context.js";

/** The resource that a command is about. */
export interface Identity {
  /** The request field that identifies it, and its value. */
  readonly field: string;
  readonly value: string;
  /** The resource, if it was read to find its id. */
  readonly resource?: GuideJson;
}

/**
 * Finds the resource that a command is about, by its id or, if the service supports it, by its parent and name.
 *
 * @throws A UsageError if the resource is named twice, incompletely, or not at all. A ResponseError if the server returns a
 * resource without an id.
 */
export async function identify(command: MethodCommand, { which }: MethodInput): Promise<Identity> {
  const { service, method } = command;
  const [field] = service.positionals(method);
  const finder = service.findGetByName(method);
  const names = service.message(finder?.request).fields.map(({ name }) => name);
  const given = names.filter((name) => which.has(name));
  const id = field && which.get(field.name);
  if (id !== undefined && field && given.length === 0)
    return { field: field.name, value: requireText(id, field.name) };
  const flags = names.map((name) => `--${kebabCase(name)}`).join(" with ");
  const flagHint = [field && `its ${kebabCase(field.name)}`, finder && flags].filter(Boolean).join(", or ");
  if (id !== undefined)
    throw new UsageError(
      "ARGUMENT_CONFLICT",
      `the ${last(service.entry.words)} is named twice, by ${id} and by --${kebabCase(given[0] ?? "name")}; to change a name, write the whole path, such as --metadata.name`,
    );
  if (!finder || !field || given.length === 0)
    throw new UsageError("ARGUMENT_MISSING", `missing the ${last(service.entry.words)}: pass ${flagHint}`);
  const resource = await findByName(command, which);
  const value = resourceId(resource);
  if (value === undefined)
    throw new ResponseError(
      "RESPONSE_INVALID",
      `the server returned no id for the ${last(service.entry.words)}; pass ${flagHint}`,
    );
  return { field: field.name, value, resource };
}

/** Reads a resource by its parent and name. */
export async function findByName(
  { context, service, method, argv }: MethodCommand,
  which: ReadonlyMap<string, string>,
): Promise<GuideJson> {
  const finder = service.findGetByName(method) ?? method;
  const client = await context.client(service, argv);
  const request = service.codec.fromJson(finder.request, Object.fromEntries(which));
  const { signal, timeoutMs } = context.callOptions(argv);
  const found = await client.call(finder, finder.local, request, { signal, timeoutMs });
  return finder.response ? context.shown(service, finder.response, found, argv) : null;
}

/** Asks for confirmation before a resource is destroyed. Without a terminal, `--yes` is required. */
export async function confirmDestruction(
  command: MethodCommand,
  identity: Identity,
  { which }: MethodInput,
): Promise<void> {
  const { context, service, method, argv } = command;
  const { host } = context;
  if (hasFlag(argv, "yes")) {
    const finder = service.findGetByName(method);
    const missing = service
      .message(finder?.request)
      .fields.filter(({ name }) => !which.has(name))
      .map(({ name }) => `--${kebabCase(name)}`);
    if (identity.resource !== undefined && missing.length > 0)
      throw new UsageError(
        "ARGUMENT_MISSING",
        `with --yes, a name needs its full parent: also pass ${missing.join(" and ")}, or pass the id`,
      );
    return;
  }
  if (!host.terminals.in || !host.terminals.err)
    throw new UsageError(
      "TERMINAL_MISSING",
      `${method.word} needs confirmation, and this is not a terminal; add --yes`,
    );
  const resource = identity.resource ?? (await readResource(command, identity));
  host.say(`This deletes the ${last(service.entry.words)}:\n${describe(resource, identity)}`);
  const answer = await host.ask("Continue? [y/N] ", false);
  if (!/^y(?:es)?$/i.test(answer.trim()))
    throw new UsageError("NOT_CONFIRMED", "not confirmed; nothing was deleted");
}

/** Reads a resource by its ID. Null if the service has no Get for it. */
export async function readResource(command: MethodCommand, { value }: Identity): Promise<GuideJson> {
  const [field] = command.service.positionals(command.method);
  return field ? readTarget(command, { [field.name]: value }) : null;
}

/** Reads the resource of a method by the values of its positional arguments. Null if the service has no Get for it. */
export async function readTarget(
  { context, service, method, argv }: MethodCommand,
  values: { readonly [name: string]: GuideJson },
): Promise<GuideJson> {
  const get = service.findGet(method) ?? findRestGet(service, method);
  if (!get?.response) return null;
  const client = await context.client(service, argv);
  const [value = ""] = Object.values(values);
  const request = service.isRest
    ? values
    : service.codec.fromJson(get.request, get.id === undefined ? values : { [get.id]: value });
  const { signal, timeoutMs } = context.callOptions(argv);
  const read = await client.call(get, get.local, request, { signal, timeoutMs });
  return context.shown(service, get.response, read, argv);
}

/** Finds the operation of a REST API that gets what another one at the same path deletes. */
function findRestGet(service: Service, { http }: GuideMethod): GuideMethod | undefined {
  return service.guide.methods.find(
    (one) => http !== undefined && one.http?.path === http.path && one.http.method.toUpperCase() === "GET",
  );
}

function describe(resource: GuideJson, { field, value }: Identity): string {
  const rows = [
    [kebabCase(field), value],
    ["name", resourceText(resource, "name")],
    ["parent", resourceText(resource, "parentId")],
  ];
  return rows.flatMap(([title, text]) => (text ? [`  ${title}: ${safeLine(text)}\n`] : [])).join("");
}

/** Returns the id of a resource. */
export function resourceId(resource: GuideJson): string | undefined {
  return resourceText(resource, "id") ?? resourceText(resource, "name");
}

/** Returns a text of a resource that is below `metadata` or at the top. Undefined if it is empty. */
export function resourceText(resource: GuideJson, name: string): string | undefined {
  if (typeof resource !== "object" || resource === null || Array.isArray(resource)) return undefined;
  const top = resource as Readonly<Record<string, GuideJson>>;
  const metadata = top["metadata"] as Readonly<Record<string, GuideJson>> | null | undefined;
  const found = metadata?.[name] ?? top[name];
  return typeof found === "string" && found !== "" ? found : undefined;
}

function requireText(text: string, name: string): string {
  if (text !== "") return text;
  throw new UsageError(
    "ARGUMENT_INVALID",
    `${kebabCase(name)} must not be empty; a variable in your script may be unset`,
  );
}

function last(words: string): string {
  return words.split(" ").at(-1) ?? words;
}
