/**
 * Help, generated from the guide. It loads only the part of the guide that the command names.
 *
 * @module
 */
import type { GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { escapeWord } from "../argv/find-command.js";
import { builtinsThatHide, ownFlags } from "../argv/flags.js";
import { kebabCase, type Service, safeLine, splitServiceWords } from "@stratus/dynamic-client";
import { shellQuote } from "../text/shell-quote.js";
import { wrapText } from "../text/terminal-text.js";
import { fieldFacts, fieldLines, type FieldLine } from "./field-lines.js";
import { type HelpScope, type Row, rowsText } from "./group-help.js";

/** The maximum number of fields in help. `explain` lists all. */
const maxFields = 60;

/** Returns the help of a method. */
export function methodHelp(service: Service, method: GuideMethod, { name, columns }: HelpScope): string {
  const { entry } = service;
  const command = [
    name,
    ...splitServiceWords(entry),
    escapeWord(method.word, builtinsThatHide(service, splitServiceWords(entry).length)),
  ].join(" ");
  const places = service.positionals(method).map(({ name: field }) => ` ${kebabCase(field).toUpperCase()}`);
  const all = fieldLines(service, method).filter(({ field }) => field.place !== "path");
  const rows = all.slice(0, maxFields).map((line) => fieldRow(service, line));
  const finder = service.findGetByName(method);
  const names = service.message(finder?.request).fields.map((field) => ({
    word: `--${kebabCase(field.name)} TEXT`,
    text: `${field.text} Instead of the ${service
      .positionals(method)
      .map((one) => kebabCase(one.name))
      .join("")}.`,
  }));
  return [
    `${command}${places.join("")} [--flags]\n`,
    `\n${wrapText(method.text || `Calls ${method.rpc}.`, columns)}\n`,
    ...(method.deprecated === undefined
      ? []
      : [`\n${wrapText(`Deprecated. ${method.deprecated}`, columns)}\n`]),
    ...(names.length === 0 ? [] : [`\nBy name:\n${rowsText(names, columns)}`]),
    ...(rows.length === 0 ? [] : [`\nFields:\n${rowsText(rows, columns)}`]),
    ...(all.length > maxFields
      ? [
          `  ... and ${all.length - maxFields} more: ${[name, ...splitServiceWords(entry), "explain"].join(" ")}\n`,
        ]
      : []),
    `\nFlags:\n${rowsText(flagRows(service, method), columns)}`,
    `\nExample:\n  ${exampleLine(service, method, command)}\n`,
  ].join("");
}

function fieldRow(service: Service, { path, field, value }: FieldLine): Row {
  const flag = ownFlags.has(path) ? `--field.${path}` : `--${path}`;
  const facts = fieldFacts(service, field).join(" ");
  return { word: safeLine(`${flag} ${value}`.trim()), text: [field.text, facts].filter(Boolean).join(" ") };
}

/** Returns the built-in flags that apply to a method. */
function flagRows(service: Service, method: GuideMethod): readonly Row[] {
  const effect = service.effect(method.word);
  const isUpdate = service.modifyHelper(method) !== undefined;
  const fits: Readonly<Record<string, boolean>> = {
    clear: method.hasMask === true || isUpdate,
    "whole-maps": method.modify !== undefined,
    "dry-run": effect !== "read" && effect !== "readByName",
    skeleton: service.message(service.inputType(method)).fields.length > 0,
    yes: effect === "destroy",
    "no-wait": method.operation !== undefined,
    "idempotency-key": method.repetition === "sameKey" && !isUpdate,
    "max-items": method.pages !== undefined,
    service: service.guide.endpoint === undefined && !service.isRest,
  };
  return [...ownFlags.values()]
    .filter(
      ({ name }) =>
        fits[name] ?? ["output", "query", "file", "timeout", "profile", "show-secrets"].includes(name),
    )
    .map(({ name, short, value, text, choices }) => ({
      word: `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`,
      text: choices ? `${text}: ${choices.join(", ")}` : text,
    }));
}

/** Returns a sample command from the example in the guide. */
export function exampleLine(service: Service, method: GuideMethod, command: string): string {
  const places = service.positionals(method);
  const request = asObject(method.example);
  const isUpdate = service.modifyHelper(method) !== undefined;
  const isPlace = (name: string): boolean => places.some((field) => field.name === name);
  const values = places.map(({ name, example }) => shellQuote(textOf(request[name] ?? example ?? "...")));
  const rest = Object.fromEntries(Object.entries(request).filter(([name]) => !isPlace(name)));
  const flags = isUpdate ? updateFlags(service, method) : flagsOf(rest, "");
  return safeLine([command, ...values, ...flags].join(" "));
}

/** Returns sample flags that change the first writable field. */
function updateFlags(service: Service, method: GuideMethod): readonly string[] {
  const lines = fieldLines(service, method);
  const line =
    lines.find(({ path, value }) => path.startsWith("spec.") && value === "NUMBER") ??
    lines.find(({ value }) => value === "TEXT");
  return line ? [`--${line.path}`, line.value === "NUMBER" ? "4" : "..."] : [];
}

function flagsOf(value: Readonly<Record<string, GuideJson>>, prefix: string): readonly string[] {
  return Object.entries(value).flatMap(([name, one]): readonly string[] => {
    const path = `${prefix}${kebabCase(name)}`;
    const flag = ownFlags.has(path) ? `--field.${path}` : `--${path}`;
    if (one === true) return [flag];
    if (typeof one !== "object" || one === null) return [flag, shellQuote(textOf(one))];
    if (Array.isArray(one) || Object.keys(one).length === 0) return [flag, shellQuote(JSON.stringify(one))];
    return flagsOf(asObject(one), `${path}.`);
  });
}

function asObject(value: GuideJson | undefined): Readonly<Record<string, GuideJson>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as never) : {};
}

function textOf(value: GuideJson): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
