#!/usr/bin/env node
// Prints reference pages from tables, help texts and doc comments: whole pages, and parts between markers.
// `--check` compares instead of writing.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { readBlock, writeBlock } from "./marked-blocks.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const read = (path) => readFileSync(`${top}${path}`, "utf8");

/** Loads a module of a package from its sources. */
async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [`${top}${path}`],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    conditions: ["stratus-source"],
    logLevel: "silent",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** The first sentence of a text. */
const firstSentence = (text) => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;

const endWithStop = (text) => (/[.:]$/.test(text) ? text : `${text}.`);

/** The options of a help text: `--out DIR` and its explanation. */
function optionsOfHelp(help) {
  const lines = help.split("\n").filter((line) => /^ {2}/.test(line));
  const joined = lines
    .map((line) => line.replaceAll("\\`", "`"))
    .reduce((all, line) => {
      if (/^ {2}\S/.test(line)) return [...all, line.trim()];
      return [...all.slice(0, -1), `${all.at(-1)} ${line.trim()}`];
    }, []);
  return joined.map((line) => {
    const [, name, text] = /^(\S+(?: \S+)*?)(?: {2,}| (?=header ))(.*)$/.exec(line) ?? [line, line, ""];
    return { name, text };
  });
}

const shortened = (text) =>
  endWithStop(firstSentence(text.replace(/[;,] (?:can be repeated|repeatable)/, "")));

const item = ({ name, text }) => `- \`${name}\`: ${shortened(text)}`;

/** The members of an interface: their names, and the first sentence of each comment with the default. */
function membersOf(path, name) {
  const [, body = ""] =
    new RegExp(`export interface ${name}\\b[^{]*\\{\\n([^]*?)^\\}`, "m").exec(read(path)) ?? [];
  const found = body.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*readonly (\w+)\??:/g);
  return [...found].map(([, comment, member]) => {
    const text = comment
      .replaceAll(/\s*\n\s*\* ?/g, " ")
      .replaceAll(/\s+/g, " ")
      .replace(/, in milliseconds\b/, "")
      .trim();
    const value = / Default:? ([^]*?)(?=\.(?: |$))/.exec(text)?.[1];
    const values = [...text.matchAll(/ - (`"\w+"`)/g)].map(([, one]) => one).join(", ");
    const start =
      values === ""
        ? firstSentence(text.replace(/ Default:? .*$/, ""))
        : text.replace(/: - .*$/, `: ${values}.`);
    const whole = value === undefined ? start : `${start} Default: ${value}.`;
    return { name: member, text: whole.replace(/docs\/reference\/([a-z-]+)\.md/, "[$1]($1.md)") };
  });
}

/** Members that mean another thing than those of a session with the same name. */
const differs = new Set(["Client endpoint", "Call timeoutMs"]);

const list = (members) => members.map(({ name, text }) => `- \`${name}\`: ${text}`).join("\n");

/** The members that the session does not have, and the names of the others. */
function listBesideSession(title, path, name) {
  if (title === "Session") return list(membersOf(path, name));
  const names = new Set(membersOf(sections[0][1], sections[0][2]).map((member) => member.name));
  const members = membersOf(path, name);
  const isSame = (member) =>
    /^(?:Client|Call)$/.test(title) && names.has(member.name) && !differs.has(`${title} ${member.name}`);
  const same = members.filter(isSame).map((member) => `\`${member.name}\``);
  const rest = list(members.filter((member) => !isSame(member)));
  return same.length === 0 ? rest : `${rest}\n- ${same.join(", ")}: as those of the session.`;
}

const session = "runtime/src/session";
const sections = [
  ["Session", `${session}/core/session-options.ts`, "SessionOptions"],
  ["TLS", "runtime/src/network/transport/tls-options.ts", "TlsOptions"],
  ["Client", `${session}/core/client-options.ts`, "ClientOptions"],
  ["Call", "runtime/src/calls/chain/call-options.ts", "CallOptions"],
  ["`update` with a mask", "runtime/src/calls/chain/call-options.ts", "UpdateOptions"],
  ["`update` with `carry`", "runtime/src/calls/chain/call-options.ts", "CarryOptions"],
  ["`retry`", "runtime/src/calls/chain/call-options.ts", "RetryOptions"],
  ["`modify`", "runtime/src/calls/modify/modify-options.ts", "ModifyOptions"],
  ["`wait()` and `resource()`", "runtime/src/calls/operation/operation-handle.ts", "WaitOptions"],
  ["`close()`", `${session}/core/session.ts`, "CloseOptions"],
];

const printed = "<!-- Printed by tools/print-reference.mjs from the sources. -->";

function sessionOptions() {
  return [
    "# Options of sessions, clients and calls",
    printed,
    "An option of a call wins over that of its client, and an option of a client over that of its session. Sessions of plain gRPC have no `apiDomain`, `endpoints`, `parentId` and `pollIntervalMs`. Times are in milliseconds. Other pages list the options of [credentials](../how-to/authenticate.md) and of [sessions in browsers](../how-to/use-in-browsers.md).",
    ...sections.flatMap(([title, path, name]) => [`## ${title}`, listBesideSession(title, path, name)]),
  ];
}

const groups = {
  Package: /^(?:package_|strip_prefix|import_extension|runtime)/,
  Session: /^(?:session_name|api_domain|keepalive_ms|login_)/,
  API: /^(?:kind|service_name_option|idempotency_header|reset_mask_header|service_yaml|grpc_service_config)/,
  Output: /^(?:services|exclude|codec|clients|server|json_types|docs|example|guide|api_page|since|required)$/,
  Checks: /^(?:partial|verify)$/,
};

function pluginOption({ name, values, default: value, help }) {
  const choice = value === undefined ? values : `${values}; default \`${value}\``;
  return `- \`${name}\` (${choice}): ${endWithStop(help)}`;
}

async function pluginOptions() {
  const { optionTable } = await load("generator/src/plugin/option-table.ts");
  const ofClients = optionTable.filter(({ isOfClients }) => isOfClients);
  const names = ofClients.map(({ name, example }) => `\`${example === "true" ? `${name}=true` : name}\``);
  return [
    "# Options of the plugin",
    printed,
    "Options are in `opt` of `buf.gen.yaml`, which also needs `strategy: all`. An unknown option, or one that is given twice, is an error.",
    ...Object.entries(groups).flatMap(([title, pattern]) => [
      `## ${title}`,
      optionTable
        .filter(({ name }) => pattern.test(name))
        .map(pluginOption)
        .join("\n"),
    ]),
    "Set `idempotency_header` only if your servers execute each idempotency key once ([conventions](../conventions.md), section 7). `docs=true` needs `package_name`.",
    `With \`codec=none\` or \`clients=false\`, the plugin refuses options of clients: ${names.join(", ")}.`,
  ];
}

const subcommands = ["init", "doctor", "clean", "diff", "names", "release", "openapi", "emulate"];

function stratusCommand() {
  const folder = "generator/src/command/subcommand";
  const parts = subcommands.flatMap((name) => {
    const text = read(`${folder}/${name === "release" ? "release" : name}.ts`);
    const source = name === "openapi" ? text + read(`${folder}/openapi-options.ts`) : text;
    const [, usage = ""] = /usage(?: =|:) "([^"]*)"/.exec(source) ?? [];
    const [, about = ""] = /\bhelp:\s*"([^"]*)"/.exec(text) ?? [];
    const [, help = ""] = /const help = `([^]*?)\n`;/.exec(source) ?? [];
    const options = optionsOfHelp(help).filter(({ name: option }) => option.startsWith("-"));
    const sentence = endWithStop(about.charAt(0).toUpperCase() + about.slice(1));
    const more = name === "emulate" ? " Its flags are those of [the emulator](emulator.md)." : "";
    return [
      `## \`stratus ${usage}\``,
      `${sentence}${more}`,
      ...(options.length > 0 ? [options.map(item).join("\n")] : []),
    ];
  });
  return [
    "# The stratus command",
    printed,
    "`npx stratus COMMAND --help` shows the whole text. Exit codes: 0 success, 1 failure, 2 wrong arguments, 3 a finding of `doctor` or a step of `diff` that `--fail-on` names. `NO_COLOR` turns colors off.",
    ...parts,
  ];
}

async function commandLineFlags() {
  const { ownFlags } = await load("cli/src/argv/flags.ts");
  const flags = [...ownFlags.values()].filter(({ isSetting }) => !isSetting);
  return flags
    .map(({ name, short, value, text }) => {
      const names = [short && `-${short}`, `--${name}`].filter(Boolean).join(", ");
      return `- \`${names}${value ? ` ${value}` : ""}\`: ${endWithStop(text)}`;
    })
    .join("\n");
}

const kebab = (key) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

async function settings() {
  const { settingDescriptions } = await load("dynamic-client/src/settings/settings.ts");
  return Object.entries(settingDescriptions)
    .map(([key, text]) => `- \`${kebab(key)}\`: ${endWithStop(text)}`)
    .join("\n");
}

function mcpFlags() {
  const [, help = ""] = /export const help = `([^]*?)\n`;/.exec(read("mcp/src/command.ts")) ?? [];
  return optionsOfHelp(help)
    .filter(({ name }) => name.startsWith("--"))
    .map(item)
    .join("\n");
}

async function emulatorFlags() {
  const { flags } = await load("emulator/src/command/flag-table.ts");
  return flags
    .map(({ name, value, help }) => `- \`--${name}${value ? ` ${value}` : ""}\`: ${shortened(help)}`)
    .join("\n");
}

async function scenarioList() {
  const { scenarios } = await load("emulator/src/faults/scenarios.ts");
  return Object.entries(scenarios)
    .map(([name, { does }]) => `- \`${name}\`: ${does}`)
    .join("\n");
}

const whole = {
  "docs/reference/session-options.md": sessionOptions,
  "docs/reference/plugin-options.md": pluginOptions,
  "docs/reference/stratus-command.md": stratusCommand,
};

const blocks = {
  "docs/reference/command-line.md": { "printed: flags": commandLineFlags, "printed: settings": settings },
  "docs/reference/mcp.md": { "printed: flags": mcpFlags },
  "docs/reference/emulator.md": { "printed: flags": emulatorFlags, "printed: scenarios": scenarioList },
};

/** Returns the text of each page by its path, as the sources give it. */
export async function printReference() {
  const pages = {};
  for (const [path, print] of Object.entries(whole)) pages[path] = `${(await print()).join("\n\n")}\n`;
  for (const [path, parts] of Object.entries(blocks)) {
    let text = read(path);
    for (const [name, print] of Object.entries(parts)) {
      if (readBlock(text, name) === undefined) throw new Error(`${path} has no markers <!-- ${name} -->`);
      text = writeBlock(text, name, await print());
    }
    pages[path] = text;
  }
  return pages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pages = await printReference();
  const stale = Object.keys(pages).filter((path) => {
    try {
      return read(path) !== pages[path];
    } catch {
      return true;
    }
  });
  if (process.argv.includes("--check")) {
    for (const path of stale) console.error(`${path} is out of date. Run: node tools/print-reference.mjs`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else for (const path of stale) writeFileSync(`${top}${path}`, pages[path]);
}
