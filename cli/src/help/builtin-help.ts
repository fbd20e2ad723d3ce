import { builtinCommands, ownFlags } from "../argv/flags.js";
import type { Sdk } from "@stratus/dynamic-client";
import { wrapText } from "../text/terminal-text.js";
import { heading, type HelpScope, type Row, rowsText } from "./group-help.js";
import { connectionFlags, loginFlags, settingRows } from "./help.js";

/** The help of a built-in command. */
interface BuiltinHelp {
  readonly usage: string;
  readonly text: string;
  readonly commands?: readonly Row[];
  /** The built-in flags that matter to it. */
  readonly flags?: readonly string[];
  readonly examples: readonly string[];
}

const helps: Readonly<Record<string, BuiltinHelp>> = {
  login: {
    usage: "login [--flags]",
    text: "Saves credentials in a profile, which programs use as well. Without a flag it opens a browser, or asks for a token if the API has no browser login. The credentials are sent only to the address for which you log in.",
    flags: [
      "browser",
      "device-code",
      "login-issuer",
      "login-client-id",
      "login-scopes",
      ...loginFlags,
      ...connectionFlags,
    ],
    examples: [
      "login",
      "login --device-code",
      "login --token-file token.txt",
      "login --profile work --endpoint api.example.com:443",
    ],
  },
  logout: {
    usage: "logout [--profile NAME]",
    text: "Removes the credentials of a profile. The provider of a browser login revokes its tokens.",
    flags: ["profile"],
    examples: ["logout --profile work"],
  },
  profile: {
    usage: "profile COMMAND",
    text: "A profile keeps settings and credentials. Flags and environment variables override it.",
    commands: [
      { word: "list", text: "list the profiles; * marks the one in use" },
      { word: "show [NAME]", text: "show the settings of a profile" },
      { word: "set KEY VALUE", text: "save a setting, such as endpoint, parent-id or output" },
      { word: "unset KEY", text: "remove a setting" },
      { word: "use NAME", text: "use a profile from now on" },
      { word: "delete NAME", text: "delete a profile with its credentials" },
    ],
    flags: ["profile", "output"],
    examples: [
      "profile set parent-id project-1",
      "profile set --profile work endpoint localhost:50051",
      "profile use work",
    ],
  },
  completion: {
    usage: "completion bash|zsh|fish",
    text: "Prints a script that completes commands, flags and values. Load it in the start file of your shell.",
    examples: ["completion bash", "completion zsh", "completion fish"],
  },
  call: {
    usage: "call PACKAGE.Service/Method [-d JSON|@FILE|@-]",
    text: "Calls a method by its full name, or by HTTP verb and path, with the request as it is. If a method takes a stream, each line of the file or of standard input is a message.",
    flags: ["output", "query", "dry-run", "curl", "yes", "timeout"],
    examples: [],
  },
  skill: {
    usage: "skill",
    text: "Prints a page that tells coding agents how to use this command line.",
    examples: ["skill > SKILL.md"],
  },
  approve: {
    usage: "approve ID",
    text: "Shows the whole change that an agent has planned, and approves or declines it at this terminal. The agent's server prints the ID.",
    examples: [],
  },
  help: { usage: "help [COMMAND]", text: "Shows the help of a command.", examples: ["help login"] },
  version: {
    usage: "version",
    text: "Prints the versions of this command line and of the API's package.",
    examples: [],
  },
  edit: {
    usage: "edit ID",
    text: "Opens a resource in $VISUAL or $EDITOR and sends the changes. A field that you delete is cleared.",
    flags: ["yes", "dry-run", "no-wait"],
    examples: ["edit ID"],
  },
  explain: {
    usage: "explain [FIELD]",
    text: "Describes a resource or one of its fields.",
    examples: ["explain", "explain FIELD"],
  },
  operation: {
    usage: "operation wait|get ID",
    text: "Waits for a long-running operation, or shows it.",
    flags: ["timeout", "output"],
    examples: ["operation wait OPERATION-ID"],
  },
};

/**
 * Returns the help of a built-in command.
 *
 * @param before The words of the service, for a command of a service.
 */
export function builtinHelp(sdk: Sdk, word: string, scope: HelpScope, before = ""): string {
  const { name, columns } = scope;
  const place = [name, before].filter(Boolean).join(" ");
  const help = helps[word] ?? { usage: word, text: builtinCommands[word] ?? "", examples: [] };
  const { usage, text } = help;
  const flags = settingRows(
    sdk,
    (help.flags ?? []).filter((flag) => ownFlags.has(flag)),
  );
  const section = (title: string, rows: readonly Row[] = []): string =>
    rows.length === 0 ? "" : `\n${heading(title, scope)}\n${rowsText(rows, columns)}`;
  const examples = word === "call" ? [callExample(sdk)] : help.examples;
  return [
    `${place} ${word === "call" && sdk.isRest ? "call VERB PATH [-d JSON|@FILE|@-]" : usage}\n`,
    `\n${wrapText(text, columns)}\n`,
    section("Commands:", help.commands),
    section("Flags:", flags),
    examples.length === 0
      ? ""
      : `\n${heading("Examples:", scope)}\n${examples.map((one) => `  ${place} ${one}\n`).join("")}`,
  ].join("");
}

function callExample(sdk: Sdk): string {
  if (sdk.isRest) return "call GET /path";
  const [entry] = sdk.guide.services;
  return `call ${entry?.name ?? "acme.v1.Service"}/Get -d '{"id": "ID"}'`;
}
