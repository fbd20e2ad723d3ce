import type { GuideJson } from "@stratus/runtime/guide";
import { outputForms } from "../argv/flags.js";
import type { Host } from "../host/host.js";
import {
  compileQuery,
  fromQueryValue,
  type Query,
  QueryError,
  type QueryValue,
  type Service,
  safeLine,
  toQueryValue,
  unknownNameError,
  UsageError,
} from "@stratus/dynamic-client";
import { selectColumns } from "./columns.js";
import { ResponseError } from "./response-error.js";
import { jsonText, yamlText } from "./show-json.js";
import { Table } from "./table.js";

/** An output format. */
export type OutputForm = (typeof outputForms)[number];

/** The options of the output. */
export interface OutputOptions {
  /** Undefined for the default: tables for lists, YAML for single values, JSON lines for streams. */
  readonly form: OutputForm | undefined;
  /** A JMESPath expression that selects a part. */
  readonly query: Query | undefined;
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
export async function readForm(text: string | undefined): Promise<OutputForm | undefined> {
  const form = outputForms.find((one) => one === text);
  if (text === undefined || form) return form;
  throw await unknownNameError("output format", text, outputForms, {
    fix: `there are ${outputForms.join(", ")}`,
  });
}

/** Prints responses. */
export class Printer {
  readonly #host: Host;
  readonly #wish: OutputOptions;

  constructor(host: Host, wish: OutputOptions) {
    this.#host = host;
    this.#wish = wish;
  }

  /** Prints one value. */
  async one(value: GuideJson, service: Service, type: string | undefined): Promise<void> {
    const { form = "yaml", query } = this.#wish;
    if (query !== undefined) return this.#picked(select(query, queryValue(value, service, type)));
    if (form === "table" || form === "wide" || form === "name")
      return this.#rows([value], service, type, form);
    await this.#host.out(await written(value, form));
  }

  /** Prints pages of items as they arrive. `items` is the field of the response that contains them. */
  async pages(
    pages: AsyncIterable<readonly GuideJson[]>,
    items: string,
    service: Service,
    type: string | undefined,
  ): Promise<void> {
    const { form = "table", query } = this.#wish;
    if (query !== undefined || form === "json" || form === "yaml") {
      const all: GuideJson[] = [];
      for await (const page of pages) all.push(...page);
      if (query !== undefined) {
        const values = all.map((one) => queryValue(one, service, type));
        return this.#picked(select(query, items === "" ? values : { [items]: values }));
      }
      return this.#host.out(await written(items === "" ? all : { [items]: all }, form));
    }
    if (form === "jsonl") {
      for await (const page of pages) await this.#host.out(page.map((one) => `${jsonText(one)}\n`).join(""));
      return;
    }
    const table = this.#table(service, type, form);
    let isEmpty = true;
    for await (const page of pages) {
      if (page.length === 0) continue;
      isEmpty = false;
      await this.#host.out(table(page));
    }
    if (isEmpty) this.#host.say("No items.\n");
  }

  /** Prints the messages of a stream as they arrive, one per line. */
  async stream(
    messages: AsyncIterable<GuideJson>,
    service: Service,
    type: string | undefined,
  ): Promise<void> {
    const { query } = this.#wish;
    for await (const message of messages) {
      const shown = query ? fromQueryValue(select(query, queryValue(message, service, type))) : message;
      await this.#host.out(`${jsonText(shown)}\n`);
    }
  }

  #rows(
    items: readonly GuideJson[],
    service: Service,
    type: string | undefined,
    form: OutputForm,
  ): Promise<void> {
    return this.#host.out(this.#table(service, type, form)(items));
  }

  #table(
    service: Service,
    type: string | undefined,
    form: OutputForm,
  ): (items: readonly GuideJson[]) => string {
    const { columns, nowMs, terminals } = this.#host;
    const all = selectColumns(service, type, form === "wide");
    if (form === "name") {
      const names = all.filter(({ title }) => title === "ID" || title === "NAME");
      const id = names.find(({ title }) => title === "ID") ?? names[0] ?? all[0];
      return (items) =>
        items.map((one) => `${safeLine(id ? id.text(one, nowMs()) : jsonText(one))}\n`).join("");
    }
    if (all.length === 0) return (items) => items.map((one) => `${cell(one)}\n`).join("");
    const table = new Table(all, terminals.out ? columns : undefined, nowMs());
    return (items) => table.lines(items);
  }

  /** Prints the result of a query: text as it is, everything else in the output format. */
  async #picked(result: QueryValue): Promise<void> {
    const { form } = this.#wish;
    const value = fromQueryValue(result);
    const isPlain = typeof value !== "object" && form === undefined;
    const lines = Array.isArray(value) && form === "jsonl" ? value : [value];
    if (isPlain) return this.#host.out(`${safeLine(String(value))}\n`);
    if (form === "jsonl") return this.#host.out(lines.map((one) => `${jsonText(one)}\n`).join(""));
    await this.#host.out(await written(value, form === "json" ? "json" : "yaml"));
  }
}

function cell(value: GuideJson): string {
  return typeof value === "object" ? jsonText(value) : safeLine(String(value));
}

async function written(value: GuideJson, form: OutputForm): Promise<string> {
  if (form === "yaml") return yamlText(value);
  if (form === "jsonl") return `${jsonText(value)}\n`;
  return `${jsonText(value, 2)}\n`;
}

/** Converts JSON of a type to a value of a query, in which 64-bit integers are numbers. */
function queryValue(value: GuideJson, service: Service, type: string | undefined): QueryValue {
  return toQueryValue(type === undefined ? { kind: "json" } : { kind: "message", type }, value, service);
}

function select(query: Query, value: QueryValue): QueryValue {
  try {
    return query(value);
  } catch (error) {
    throw error instanceof QueryError
      ? new ResponseError("QUERY_FAILED", `--query: ${error.message}`)
      : error;
  }
}
