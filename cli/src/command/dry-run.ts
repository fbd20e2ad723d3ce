import type { GuideJson } from "@stratus/runtime/guide";
import { flagValue } from "../argv/read-argv.js";
import { hasColors } from "../host/host.js";
import { jsonText, yamlText } from "../output/show-json.js";
import type { Preview } from "@stratus/dynamic-client";
import type { MethodCommand } from "./context.js";
import { differences } from "./diff-lines.js";

/** Shows a request without sending it. */
export async function showRequest(
  { context, service, method, argv }: MethodCommand,
  request: object,
  resetMask: string | undefined,
): Promise<void> {
  const { host } = context;
  const shown = service.codec.show({ kind: "message", type: method.request }, request);
  const form = flagValue(argv, "output");
  if (form === "json") return host.out(`${jsonText({ method: method.rpc, request: shown, resetMask }, 2)}\n`);
  host.say(`Nothing was sent. This is the request of ${method.rpc}; only the server knows its result.\n`);
  if (resetMask) await host.out(`# reset mask: ${resetMask}\n`);
  await host.out(await yamlText(shown));
}

/** Shows the request of an Update and how it changes the resource. */
export async function showPreview(command: MethodCommand, preview: Preview): Promise<void> {
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
