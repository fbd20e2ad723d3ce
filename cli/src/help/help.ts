/**
 * Help, generated from the guide. It loads only the part of the guide that the command names.
 *
 * @module
 */
import type { GuideMethod } from "@stratus/runtime/guide";
import { escapeWord } from "../argv/find-command.js";
import { builtinsThatHide, type CommandScope, type OwnFlag, ownFlags } from "../argv/flags.js";
import { kebabCase, type Service, safeLine, splitServiceWords } from "@stratus/dynamic-client";
import { wrapText } from "../text/terminal-text.js";
import { exampleCommand } from "./example-line.js";
import { fieldFacts, fieldLines, type FieldLine, shortFlag } from "./field-lines.js";
import { heading, type HelpScope, type Row, rowsText } from "./group-help.js";

/** The maximum number of fields in help. `explain` lists all. */
const maxFields = 60;

/** Returns the help of a method. */
export function methodHelp(service: Service, method: GuideMethod, scope: HelpScope): string {
  const { name, columns } = scope;
  const words = splitServiceWords(service.entry);
  const command = commandOf(service, method, name);
  const places = service.positionals(method).map(({ name: field }) => ` ${kebabCase(field).toUpperCase()}`);
  const all = fieldLines(service, method).filter(({ field }) => field.place !== "path");
  const shown = all.slice(0, maxFields);
  const rows = (isRequired: boolean): readonly Row[] =>
    shown.filter((line) => line.isRequired === isRequired).map((line) => fieldRow(service, method, line));
  const finder = service.findGetByName(method);
  const ids = service.positionals(method).map((one) => kebabCase(one.name));
  const names = service.message(finder?.request).fields.map((field) => ({
    word: `--${kebabCase(field.name)} TEXT`,
    text: `${field.text} Instead of the ${ids.join("")}.`,
  }));
  const section = (title: string, lines: readonly Row[]): string =>
    lines.length === 0 ? "" : `\n${heading(title, scope)}\n${rowsText(lines, columns)}`;
  const more = `  ... and ${all.length - maxFields} more: ${[name, ...words, "explain"].join(" ")}\n`;
  return [
    `${command}${places.join("")} [--flags]\n`,
    `\n${wrapText(method.text || `Calls ${method.rpc}.`, columns)}\n`,
    ...(method.kind === "unary" ? [] : [`\n${wrapText(streamTexts[method.kind], columns)}\n`]),
    ...(method.deprecated === undefined
      ? []
      : [`\n${wrapText(`Deprecated. ${method.deprecated}`, columns)}\n`]),
    `\n${heading("Example:", scope)}\n  ${exampleCommand(service, method, command).line}\n`,
    section("By name:", names),
    section("Required:", rows(true)),
    section("Fields:", rows(false)),
    all.length > maxFields ? more : "",
    section("Flags:", flagRows(service, method)),
    section("Connection:", settingRows(service, connectionFlags)),
    section("Login:", settingRows(service, loginFlags)),
  ].join("");
}

/** Returns the words of a method's command: `acme compute instance create`. */
export function commandOf(service: Service, method: GuideMethod, name: string): string {
  const words = splitServiceWords(service.entry);
  return [name, ...words, escapeWord(method.word, builtinsThatHide(service, words.length))].join(" ");
}

const eachResponse = "Each response is printed as a line in JSON. Ctrl-C ends the call.";
const eachRequest =
  "Flags are the first message. Each line of standard input, or of a file with -f, is a further one in JSON.";

/** How streams are read and printed, by the kind of the method. */
const streamTexts = {
  serverStreaming: eachResponse,
  clientStreaming: `${eachRequest} The response is printed when the input ends. Ctrl-C ends the call.`,
  bidiStreaming: `${eachRequest} ${eachResponse}`,
};

function fieldRow(service: Service, method: GuideMethod, { path, field, value }: FieldLine): Row {
  const own = ownFlags.has(path) ? `--field.${path}` : `--${path}`;
  // The body of a REST call is no word of the API.
  const flag = path.startsWith("body.") ? shortFlag(service, service.inputType(method), path) : own;
  const facts = fieldFacts(service, field).filter((one) => one !== "Required.");
  return {
    word: safeLine(`${flag} ${value}`.trim()),
    text: [field.text, ...facts].filter(Boolean).join(" "),
  };
}

/** Returns the built-in flags that apply to a method. */
function flagRows(service: Service, method: GuideMethod): readonly Row[] {
  const effect = service.effect(method.word);
  const isRead = effect.startsWith("read");
  const isUpdate = service.modifyHelper(method) !== undefined;
  const isList = method.pages !== undefined || method.response?.isList === true;
  const isBulk = service.role(method.word) === "update" || service.role(method.word) === "delete";
  const fits: Readonly<Record<string, boolean>> = {
    clear: method.hasMask === true || isUpdate,
    "whole-maps": method.modify !== undefined,
    "dry-run": !isRead,
    skeleton: service.message(service.inputType(method)).fields.length > 0,
    yes: effect === "destroy" || isUpdate,
    replace: isUpdate,
    all: isBulk,
    "at-most": isBulk,
    "no-wait": method.operation !== undefined,
    "idempotency-key": method.repetition === "sameKey" && !isUpdate,
    limit: isList,
    "sort-by": isList,
    "no-headers": isList,
    service: service.guide.endpoint === undefined && service.guide.isAtSession !== true && !service.isRest,
    watch: isRead && method.kind === "unary",
  };
  const always = ["output", "query", "file", "header", "curl", "timeout", "show-secrets", "debug"];
  return [...ownFlags.values()].filter(({ name }) => fits[name] ?? always.includes(name)).map(flagRow);
}

/** The built-in flags about connecting. */
export const connectionFlags = [
  "endpoint",
  "insecure",
  "ca",
  "proxy",
  "api-domain",
  "connect-timeout",
  "wait-for-ready",
];

/** The built-in flags about logins. */
export const loginFlags = [
  "profile",
  "token-file",
  "token-command",
  "service-account-file",
  "federated-token-file",
  "metadata-token",
  "application-default",
  "auth-scheme",
];

/** Settings that an API has no use for, by its kind. */
const useless = {
  cloud: ["auth-scheme"],
  grpc: [
    "auth-scheme",
    "api-domain",
    "application-default",
    "federated-token-file",
    "metadata-token",
    "service-account-file",
  ],
  rest: [
    "insecure",
    "ca",
    "proxy",
    "api-domain",
    "application-default",
    "federated-token-file",
    "service-account-file",
  ],
};

/** Returns the rows of built-in flags by name, for the kind of the API. */
export function settingRows({ isRest, session }: CommandScope, names: readonly string[]): readonly Row[] {
  const hidden = useless[isRest ? "rest" : session.kind === "grpc" ? "grpc" : "cloud"];
  return names
    .filter((name) => !hidden.includes(name))
    .flatMap((name) => ownFlags.get(name) ?? [])
    .map(flagRow);
}

/** Returns the row of a built-in flag. */
function flagRow({ name, short, value, text, choices }: OwnFlag): Row {
  const letter = short === undefined ? "" : `-${short}, `;
  const word = `${letter}--${name}${value === undefined ? "" : ` ${value}`}`;
  return { word, text: choices ? `${text}: ${choices.join(", ")}` : text };
}
