/** Writes a call as a program for people to paste. Each form makes the same call. */
import type { CallPlace, CopiedCall } from "./copied-call.js";
import { safeText } from "../text/safe-text.js";
import { printLiteral, printShellJson, quote, quoteShell } from "./literal.js";

/** The forms of a call. */
export const copyForms = ["TypeScript", "CLI", "curl"] as const;

/** A form of a call. */
export type CopyForm = (typeof copyForms)[number];

/** Writes a call in a form. Undefined if the form cannot express it. */
export function copyAs(form: CopyForm, call: CopiedCall, place: CallPlace): string | undefined {
  const { kind } = call.method;
  if (form === "curl") return kind === "unary" ? asCurl(call, place) : undefined;
  if (form === "CLI") return place.sdk && kind === "unary" ? asCli(call, place.sdk) : undefined;
  if (place.sdk && (kind === "unary" || kind === "server_streaming")) return asSdk(call, place.sdk);
  return kind === "unary" ? asFetch(call, place) : undefined;
}

function listHeaders({ mask }: CopiedCall, { headers, token }: CallPlace): [name: string, value: string][] {
  return [
    ["content-type", "application/json"],
    ...(token === undefined ? [] : [["authorization", `Bearer ${token}`] as [string, string]]),
    ...(mask === undefined ? [] : [[headers.resetMask, mask] as [string, string]]),
  ];
}

function asCurl(call: CopiedCall, place: CallPlace): string {
  const parts = [
    `curl -s ${quoteShell(`${place.webUrl}/${call.method.method}`)}`,
    // An empty value would remove the header: curl sends it only after a semicolon.
    ...listHeaders(call, place).map(
      ([name, value]) => `-H ${quoteShell(value === "" ? `${name};` : `${name}: ${value}`)}`,
    ),
    `-d ${printShellJson(call.message)}`,
  ];
  return parts.join(" \\\n  ");
}

function asFetch(call: CopiedCall, place: CallPlace): string {
  const headers = Object.fromEntries(listHeaders(call, place));
  return `const response = await fetch(${quote(`${place.webUrl}/${call.method.method}`)}, {
  method: "POST",
  headers: ${printLiteral(headers, "  ")},
  body: JSON.stringify(${printLiteral(call.message, "  ")}),
});
console.log(await response.json());`;
}

type Sdk = NonNullable<CallPlace["sdk"]>;

/** `call` sends the request as it is. The variables that the emulator prints at its start name the emulator. */
function asCli({ method, message, mask }: CopiedCall, sdk: Sdk): string {
  const flags = mask === undefined || mask === "" ? "" : ` --clear ${quoteShell(mask)}`;
  const command = `npx @stratus/cli ${quoteShell(sdk.package)} call ${method.method}${flags}`;
  // A command that destroys reads the answer to its question from standard input.
  if (method.effect === "destroy") return `${command} -d ${printShellJson(message)}`;
  return `${command} -d @- <<'END'\n${safeText(JSON.stringify(message, null, 2))}\nEND`;
}

function asSdk({ method, message, mask }: CopiedCall, sdk: Sdk): string {
  const [service = "", name = ""] = method.method.split("/");
  const client = { ...splitType(service), name: `${splitType(service).name}Client` };
  const request = splitType(method.request);
  const imports = new Map<string, string[]>();
  for (const one of [request, client]) {
    const entry = `${sdk.package}/${entryOf(one.package, sdk.stripPrefix)}`;
    imports.set(entry, [...(imports.get(entry) ?? []), one.name]);
  }
  const options = mask === undefined ? "" : `, { resetMask: ${quote(mask)}, strict: false }`;
  const call = `client.${name.charAt(0).toLowerCase()}${name.slice(1)}(request${options})`;
  const run =
    method.kind === "unary"
      ? `console.log(await ${call});`
      : `for await (const message of ${call}) console.log(message);`;
  return `import { ${sdk.session}, fromJson } from ${quote(sdk.package)};
${Array.from(imports, ([entry, names]) => `import { ${names.sort().join(", ")} } from ${quote(entry)};`).join("\n")}

await using session = ${sdk.session}.fromEnv();
const client = new ${client.name}(session);
const request = fromJson(${request.name}, ${printLiteral(message)});
${run}`;
}

function splitType(fullName: string): { readonly package: string; readonly name: string } {
  const [, packageName = "", name = fullName] = /^(.*)\.([^.]+)$/.exec(fullName) ?? [];
  return { package: packageName, name };
}

/** Returns the entry point of a proto package, as the generator names it. */
function entryOf(packageName: string, stripPrefix: string): string {
  const isStripped = stripPrefix !== "" && packageName.startsWith(`${stripPrefix}.`);
  return (isStripped ? packageName.slice(stripPrefix.length + 1) : packageName).replaceAll(".", "/");
}
