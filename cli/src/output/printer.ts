import type { GuideJson } from "@stratus/runtime/guide";
import { hasColors, type Host } from "../host/host.js";
import { fromQueryValue, type QueryValue, type Service, safeLine } from "@stratus/dynamic-client";
import { type Column, selectColumns } from "./columns.js";
import { resultColumns } from "./custom-columns.js";
import { valueText } from "./json-path.js";
import { type OutputForm, type OutputOptions, queryValue, select } from "./output-options.js";
import { csvLine, separatedRows, tsvLine } from "./separated.js";
import { jsonText, yamlText } from "./show-json.js";
import { itemSorter } from "./sort-items.js";
import { Table } from "./table.js";

/** Prints items as lines. */
type Rows = (items: readonly GuideJson[]) => string;

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
    const { form = "yaml", query, template } = this.#wish;
    const given = queryValue(value, service, type);
    if (query !== undefined) return this.#picked(select(query, given));
    if (template) return this.#host.out(template(given));
    const rows = this.#rows(form, service, type);
    await this.#host.out(rows ? rows([value]) : await written(value, form));
  }

  /** Prints pages of items as they arrive. `items` is the field of the response that contains them. */
  async pages(
    pages: AsyncIterable<readonly GuideJson[]>,
    items: string,
    service: Service,
    type: string | undefined,
  ): Promise<void> {
    const { form = "table", query, template, sortBy, limit } = this.#wish;
    const sorted = sortBy === undefined ? pages : sortedPage(pages, sortBy, limit, service, type);
    if (query !== undefined || template || form === "json" || form === "yaml") {
      const all: GuideJson[] = [];
      for await (const page of sorted) all.push(...page);
      if (query === undefined && !template)
        return this.#host.out(await written(items === "" ? all : { [items]: all }, form));
      const values = all.map((one) => queryValue(one, service, type));
      const whole = items === "" ? values : { [items]: values };
      if (query !== undefined) return this.#picked(select(query, whole));
      return this.#host.out(template?.(whole) ?? "");
    }
    const rows = this.#rows(form, service, type) ?? jsonLines;
    let isEmpty = true;
    for await (const page of sorted) {
      if (page.length === 0) continue;
      isEmpty = false;
      await this.#host.out(rows(page));
    }
    if (isEmpty && form !== "jsonl") this.#host.say("No items.\n");
  }

  /** Prints the messages of a stream as they arrive, one per line. */
  async stream(
    messages: AsyncIterable<GuideJson>,
    service: Service,
    type: string | undefined,
  ): Promise<void> {
    const { form = "jsonl", query, template } = this.#wish;
    const rows = this.#rows(form, service, type) ?? jsonLines;
    for await (const message of messages) {
      const value = queryValue(message, service, type);
      if (template) await this.#host.out(template(query ? select(query, value) : value));
      else if (query) await this.#host.out(jsonLines([fromQueryValue(select(query, value))]));
      else await this.#host.out(rows([message]));
    }
  }

  /** Returns a function that prints items of a list, or versions of a value, as they come. */
  updates(
    service: Service,
    type: string | undefined,
    isList: boolean,
  ): (items: readonly GuideJson[]) => Promise<void> {
    const { form = isList ? "table" : "yaml", query, template } = this.#wish;
    const rows = form === "yaml" ? undefined : (this.#rows(form, service, type) ?? jsonLines);
    return async (items) => {
      if (rows && query === undefined && !template) return this.#host.out(rows(items));
      for (const item of items) {
        if (rows === undefined) await this.#host.out("---\n");
        await this.one(item, service, type);
      }
    };
  }

  /** Returns how a format prints items as lines. Undefined if it prints whole values. */
  #rows(form: OutputForm, service: Service, type: string | undefined): Rows | undefined {
    const { nowMs } = this.#host;
    const { columns } = this.#wish;
    if (columns)
      return this.#lines(
        "table",
        columns.map(({ title, text }) => {
          const cell = (item: GuideJson): string => text(queryValue(item, service, type));
          return { title, name: title, text: cell, raw: cell };
        }),
      );
    if (form === "name") {
      const all = selectColumns(service, type, false);
      const id =
        all.find(({ title }) => title === "ID") ?? all.find(({ title }) => title === "NAME") ?? all[0];
      return (items) =>
        items.map((one) => `${safeLine(id ? id.text(one, nowMs()) : jsonText(one))}\n`).join("");
    }
    if (form !== "table" && form !== "wide" && form !== "csv" && form !== "tsv") return undefined;
    const all = selectColumns(service, type, form !== "table");
    if (all.length === 0) {
      let rows: Rows | undefined;
      return (items) => (rows ??= this.#lines(form, resultColumns(items)))(items);
    }
    return this.#lines(form, all);
  }

  #lines(form: "table" | "wide" | "csv" | "tsv", columns: readonly Column[]): Rows {
    const { hasTitles } = this.#wish;
    if (form === "csv" || form === "tsv")
      return separatedRows(columns, form === "csv" ? csvLine : tsvLine, hasTitles);
    const { terminals, columns: width, nowMs } = this.#host;
    const table = new Table(columns, {
      width: terminals.out ? width : undefined,
      nowMs: nowMs(),
      hasTitles,
      hasColors: hasColors(this.#host, "out"),
    });
    return (items) => table.lines(items);
  }

  /** Prints the result of a query: text as it is, everything else in the output format. */
  async #picked(result: QueryValue): Promise<void> {
    const { form, columns, template } = this.#wish;
    const value = fromQueryValue(result);
    const items: readonly GuideJson[] = Array.isArray(value) ? value : value === null ? [] : [value];
    if (template) return this.#host.out(template(result));
    if (columns) {
      const values = Array.isArray(result) ? (result as readonly QueryValue[]) : [result];
      const cells = values.map((one) => columns.map(({ text }) => text(one)));
      const own = columns.map(({ title }, at): Column => {
        const text = (row: GuideJson): string => (row as readonly string[])[at] ?? "";
        return { title, name: title, text, raw: text };
      });
      return this.#host.out(this.#lines("table", own)(cells));
    }
    if (form === "table" || form === "wide" || form === "csv" || form === "tsv")
      return this.#host.out(this.#lines(form, resultColumns(items))(items));
    if (form === "name")
      return this.#host.out(items.map((one) => `${safeLine(valueText(one as QueryValue))}\n`).join(""));
    if (typeof value !== "object" && form === undefined)
      return this.#host.out(`${safeLine(String(value))}\n`);
    if (form === "jsonl") return this.#host.out(jsonLines(Array.isArray(value) ? items : [value]));
    await this.#host.out(await written(value, form === "json" ? "json" : "yaml"));
  }
}

/** Keeps values instead of printing them. */
export class CollectingPrinter extends Printer {
  readonly values: GuideJson[] = [];
  /** The type of the values. */
  type: string | undefined;
  isList = false;

  constructor(host: Host) {
    super(host, { form: undefined, query: undefined, hasTitles: true, limit: Infinity });
  }

  override async one(value: GuideJson, _: Service, type: string | undefined): Promise<void> {
    this.values.push(value);
    this.type = type;
  }

  override async pages(
    pages: AsyncIterable<readonly GuideJson[]>,
    _items: string,
    _service: Service,
    type: string | undefined,
  ): Promise<void> {
    this.isList = true;
    this.type = type;
    for await (const page of pages) this.values.push(...page);
  }
}

async function* sortedPage(
  pages: AsyncIterable<readonly GuideJson[]>,
  sortBy: string,
  limit: number,
  service: Service,
  type: string | undefined,
): AsyncIterable<readonly GuideJson[]> {
  const sort = await itemSorter(sortBy, service, type);
  const all: GuideJson[] = [];
  for await (const page of pages) all.push(...page);
  yield sort(all).slice(0, limit);
}

const jsonLines: Rows = (items) => items.map((one) => `${jsonText(one)}\n`).join("");

async function written(value: GuideJson, form: OutputForm): Promise<string> {
  if (form === "yaml") return yamlText(value);
  if (form === "jsonl") return jsonLines([value]);
  return `${jsonText(value, 2)}\n`;
}
