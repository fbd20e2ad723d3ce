import {
  compileQuery,
  type Query,
  QueryError,
  type QueryValue,
  type Service,
  toQueryValue,
  unknownNameError,
  UsageError,
} from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import { type Argv, flagValue, hasFlag } from "../argv/read-argv.js";
import { outputForms } from "../argv/flags.js";
import { type CustomColumn, readCustomColumns } from "./custom-columns.js";
import { compileTemplate, type Template } from "./json-path.js";
import { ResponseError } from "./response-error.js";

/** An output format. */
export type OutputForm = (typeof outputForms)[number];

/** The options of the output. */
export interface OutputOptions {
  /** Undefined for the default: tables for lists, YAML for single values, JSON lines for streams. */
  readonly form: OutputForm | undefined;
  /** The columns of `custom-columns=`. */
  readonly columns?: readonly CustomColumn[] | undefined;
  /** The template of `jsonpath=`. */
  readonly template?: Template | undefined;
  /** A JMESPath expression that selects a part. */
  readonly query: Query | undefined;
  readonly sortBy?: string | undefined;
  readonly hasTitles: boolean;
  /** The maximum number of items of a sorted list. */
  readonly limit: number;
}

/** Reads the options of the output before anything is sent. @throws A UsageError if one is invalid. */
export async function readOutput(argv: Argv, preset: string | undefined): Promise<OutputOptions> {
  return {
    ...(await readForm(flagValue(argv, "output") ?? preset)),
    query: readQuery(flagValue(argv, "query")),
    sortBy: flagValue(argv, "sort-by"),
    hasTitles: !hasFlag(argv, "no-headers"),
    limit: readLimit(argv),
  };
}

/** Returns the value of `--limit`. */
export function readLimit(argv: Argv): number {
  const limit = Number(flagValue(argv, "limit") ?? Infinity);
  if (limit >= 1 && (limit === Infinity || Number.isSafeInteger(limit))) return limit;
  throw new UsageError("ARGUMENT_INVALID", "--limit must be a whole number from 1 on");
}

/** Compiles a query before anything is sent. @throws A UsageError if it is invalid. */
export function readQuery(expression: string | undefined): Query | undefined {
  if (expression === undefined) return undefined;
  try {
    return compileQuery(expression);
  } catch (error) {
    throw error instanceof QueryError
      ? new UsageError("ARGUMENT_INVALID", `--query: ${error.message}`)
      : error;
  }
}

/** Parses an output format. @throws A UsageError if it is unknown. */
export async function readForm(
  text: string | undefined,
): Promise<Pick<OutputOptions, "form" | "columns" | "template">> {
  if (text === undefined) return { form: undefined };
  const [, kind, inside = ""] = /^([a-z-]+=)(.*)$/s.exec(text) ?? [];
  if (kind === "custom-columns=") return { form: kind, columns: readCustomColumns(inside) };
  if (kind === "jsonpath=") return { form: kind, template: compileTemplate(inside) };
  const form = outputForms.find((one) => one === text && !one.endsWith("="));
  if (form) return { form };
  throw await unknownNameError("output format", text, outputForms, {
    fix: `use one of ${outputForms.join(", ")}`,
  });
}

/** Converts JSON of a type to a value of a query, in which 64-bit integers are numbers. */
export function queryValue(value: GuideJson, service: Service, type: string | undefined): QueryValue {
  return toQueryValue(type === undefined ? { kind: "json" } : { kind: "message", type }, value, service);
}

/** Evaluates a query. @throws A ResponseError if that is not possible for this value. */
export function select(query: Query, value: QueryValue): QueryValue {
  try {
    return query(value);
  } catch (error) {
    throw error instanceof QueryError
      ? new ResponseError("QUERY_FAILED", `--query: ${error.message}`)
      : error;
  }
}
