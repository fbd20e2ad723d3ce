import type { GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { type Argv, flagValue, hasFlag } from "../argv/read-argv.js";
import { hasColors } from "../host/host.js";
import { jsonText, yamlText } from "../output/show-json.js";
import {
  type CallOptions,
  type CapturedCall,
  isJsonObject,
  isSecretField,
  type Preview,
  redactedText,
  safeLine,
  safeText,
  type Service,
} from "@stratus/dynamic-client";
import type { MethodCommand } from "./context.js";
import { curlLine } from "./curl-line.js";
import { differences } from "./diff-lines.js";
import { readTarget } from "./identify-resource.js";
import { missingFields } from "./missing-fields.js";

/** Whether a command only shows what it would send. */
export function isPreview(argv: Argv): boolean {
  return hasFlag(argv, "dry-run") || hasFlag(argv, "curl");
}

/**
 * Shows what a call would send. The client of the SDK makes it up to the network, so that it performs all checks of a call.
 *
 * @throws The error of the client if it refuses the call.
 */
export async function showRequest(
  command: MethodCommand,
  request: object,
  options: CallOptions,
): Promise<void> {
  const { context, service, method, argv } = command;
  const { host } = context;
  const captured = await context.capture(command, request, options);
  const showSecrets = hasFlag(argv, "curl") && hasFlag(argv, "show-secrets");
  const show = (message: unknown): GuideJson =>
    service.codec.show({ kind: "message", type: method.request }, message, showSecrets);
  const shown = service.isRest
    ? show(request)
    : captured.protocol === "grpc"
      ? captured.messages.map(show)
      : [];
  if (captured.protocol === "grpc") await warnOfViolations(command, captured.messages, captured.resetMask);
  else for (const path of missingFields(service, method.request, shown)) warn(command, path, "is required");
  const isStream = method.kind === "clientStreaming" || method.kind === "bidiStreaming";
  const content = isStream || !Array.isArray(shown) ? shown : (shown[0] as GuideJson);
  if (hasFlag(argv, "curl")) {
    const body = restBody(service, method, content);
    const isHidden = captured.protocol === "rest" && !showSecrets;
    const safe = isHidden ? { ...captured, ...httpLine(command, captured) } : captured;
    return host.out(`${safeText(curlLine({ context, captured: safe, content, body }))}\n`);
  }
  const http = captured.protocol === "rest" ? httpLine(command, captured) : undefined;
  const resetMask = captured.protocol === "grpc" ? captured.resetMask : undefined;
  const destroyed =
    service.effect(method.word) === "destroy" ? await readDestroyed(command, request) : undefined;
  if (flagValue(argv, "output") === "json") {
    const requests = { [isStream ? "requests" : "request"]: content };
    return host.out(`${jsonText({ method: method.rpc, http, ...requests, resetMask, destroyed }, 2)}\n`);
  }
  if (destroyed !== undefined) {
    host.say(`Nothing was sent. ${method.rpc} would destroy this:\n`);
    return host.out(await yamlText(destroyed));
  }
  host.say(`Nothing was sent. This is the request of ${method.rpc}; only the server knows its result.\n`);
  if (resetMask) await host.out(`# reset mask: ${resetMask}\n`);
  if (!http) return host.out(await yamlText(content));
  await host.out(`${http.verb} ${safeLine(http.url)}\n`);
  const body = restBody(service, method, content);
  if (body !== undefined) await host.out(await yamlText(body));
}

function restBody(service: Service, method: GuideMethod, content: GuideJson): GuideJson | undefined {
  const field = service.message(method.request).fields.find(({ place }) => place === "body");
  return field && isJsonObject(content) ? content[field.name] : undefined;
}

/**
 * Reads what a call would destroy. Undefined if the API has no method for it.
 *
 * @throws The error of the read, such as NOT_FOUND, which the call would meet too.
 */
async function readDestroyed(command: MethodCommand, request: object): Promise<GuideJson | undefined> {
  const { service, method } = command;
  const given = request as Readonly<Record<string, GuideJson>>;
  const values = service
    .positionals(method)
    .map(({ name, property }) => [name, given[service.isRest ? name : property] ?? ""] as const);
  return (await readTarget(command, Object.fromEntries(values))) ?? undefined;
}

/** Warns of violated rules that the client leaves to the server, because a newer server may have loosened them. */
async function warnOfViolations(
  command: MethodCommand,
  messages: readonly unknown[],
  resetMask: string | undefined,
): Promise<void> {
  const { service, method } = command;
  for (const message of messages)
    for (const { path, text } of await service.codec.violations(method.request, message as object, resetMask))
      warn(command, path, text);
}

function warn({ context }: MethodCommand, path: string, text: string): void {
  context.host.say(`warning: the server may refuse the request: ${safeLine(path)} ${safeLine(text)}\n`);
}

/** Returns the verb and the URL of a REST call. The values of secret parameters are hidden. */
function httpLine(
  { service, method }: MethodCommand,
  { verb, url }: Extract<CapturedCall, { readonly protocol: "rest" }>,
): { readonly verb: string; readonly url: string } {
  const secrets = service.message(method.request).fields.filter(isSecretField);
  const shown = new URL(url);
  for (const { name, place } of secrets)
    if (place === "query" && shown.searchParams.has(name)) shown.searchParams.set(name, redactedText);
  return { verb, url: shown.href };
}

/** Performs the checks of the Update that a preview would send. @throws The error of the client if it refuses the call. */
export async function checkUpdate(
  command: MethodCommand,
  preview: Preview,
  options: CallOptions,
): Promise<CapturedCall | undefined> {
  if (preview.isUnchanged) return undefined;
  const resetMask = command.method.hasMask ? (preview.resetMask?.toString() ?? "") : undefined;
  const captured = await command.context.capture(command, preview.request, { ...options, resetMask });
  await warnOfViolations(command, [preview.request], resetMask);
  return captured;
}

/** Shows the request of an Update and how it changes the resource. */
export async function showPreview(
  command: MethodCommand,
  preview: Preview,
  captured: CapturedCall | undefined,
): Promise<void> {
  const { context, service, method, argv } = command;
  const { host } = context;
  const show = (type: string, message: object): GuideJson =>
    service.codec.show({ kind: "message", type }, message);
  const type = service.inputType(method);
  const [request, before, after] = [
    show(method.request, preview.request),
    show(type, preview.before),
    show(type, preview.after),
  ];
  const { updateMask } = preview;
  if (hasFlag(argv, "curl") && captured)
    return host.out(`${safeText(curlLine({ context, captured, content: request, body: undefined }))}\n`);
  const resetMask = preview.resetMask?.toString();
  if (flagValue(argv, "output") === "json") {
    const { isUnchanged } = preview;
    return host.out(
      `${jsonText({ method: method.rpc, isUnchanged, request, resetMask, updateMask, before, after }, 2)}\n`,
    );
  }
  if (preview.isUnchanged) {
    host.say("Nothing to change; nothing would be sent.\n");
    return;
  }
  host.say("Nothing was sent. The request:\n");
  await host.out(await yamlText(request));
  // A mask in the request has been shown with it.
  if (resetMask !== undefined) await host.out(`reset mask: ${resetMask === "" ? "none" : resetMask}\n`);
  host.say("\nHow the update changes the resource:\n");
  const lines = differences(await yamlText(before), await yamlText(after));
  await host.out(lines.map((line) => colorLine(line, hasColors(host, "out"))).join(""));
}

const colors: Readonly<Record<string, string>> = { "-": "\u001B[31m", "+": "\u001B[32m" };

function colorLine(line: string, hasColor: boolean): string {
  const color = hasColor ? colors[line[0] ?? ""] : undefined;
  return color === undefined ? `${line}\n` : `${color}${line}\u001B[0m\n`;
}
