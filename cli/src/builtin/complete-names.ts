import type { GuideMethod } from "@stratus/runtime/guide";
import { type Argv, flagValue } from "../argv/read-argv.js";
import { Context } from "../command/context.js";
import { resourceId } from "../command/identify-resource.js";
import { kebabCase, type Service, environmentVariable } from "@stratus/dynamic-client";
import type { Suggestion } from "./suggestion.js";
import type { BuiltinCommand } from "./builtin-command.js";

/** The time limit for the names, in milliseconds. */
const timeoutMs = 800;

/** The maximum number of names to suggest. */
const maxNames = 100;

/**
 * Suggests the ids of resources if the setting `complete-names` is true. It reads the first page of a list with a token that
 * is already available, and never logs in.
 *
 * @param typed The line so far, which may contain the parent of the list.
 */
export async function completeNames(
  { host, sdk, settings, saved, profile, argv }: BuiltinCommand,
  service: Service,
  method: GuideMethod,
  typed: Argv,
): Promise<readonly Suggestion[]> {
  const resource = service.findGet(method)?.response?.type;
  const list =
    service.guide.methods.find(
      ({ word, pages }) =>
        service.role(word) === "list" && pages?.type !== undefined && pages.type === resource,
    ) ?? service.methodByRole("list");
  const hasToken =
    settings.tokenFile !== undefined || Boolean(host.env[environmentVariable(sdk.session.name, "token")]);
  const names =
    service.findGetByName(method) !== undefined ||
    service.modifyHelper(method) !== undefined ||
    method.id !== undefined;
  if (settings.completeNames !== true || !list?.pages || !hasToken || !names) return [];
  const signal = AbortSignal.timeout(timeoutMs);
  const context = new Context({ host: { ...host, signal }, sdk, settings, saved, profile });
  try {
    const client = await context.client(service, argv);
    const given = service.message(list.request).fields.flatMap(({ name, kind }) => {
      const value = kind === "string" ? flagValue(typed, kebabCase(name)) : undefined;
      return value === undefined ? [] : [[name, value] as const];
    });
    const request = service.codec.fromJson(list.request, Object.fromEntries(given));
    const all = client.call(list, list.pages.local, request, { signal }) as AsyncIterable<unknown>;
    const found: Suggestion[] = [];
    for await (const item of all) {
      const shown = context.shown(service, { kind: "message", type: list.pages.type }, item, argv);
      const value = service.isNamedByName(list.pages.type) ? nameAtTop(shown) : resourceId(shown);
      // Accepted by a keystroke, it would be a flag.
      if (value !== undefined && !value.startsWith("-")) found.push({ value, text: resourceName(shown) });
      if (found.length >= maxNames) break;
    }
    return found;
  } finally {
    await context.close();
  }
}

function nameAtTop(item: unknown): string | undefined {
  const { name } = item as { readonly name?: unknown };
  return typeof name === "string" ? name : undefined;
}

function resourceName(item: unknown): string {
  const { metadata } = item as { readonly metadata?: { readonly name?: unknown } };
  return typeof metadata?.name === "string" ? metadata.name : "";
}
