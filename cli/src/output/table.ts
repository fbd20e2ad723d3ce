import type { GuideJson } from "@stratus/runtime/guide";
import { safeLine } from "@stratus/dynamic-client";
import { truncate, displayWidth } from "../text/terminal-text.js";
import type { Column } from "./columns.js";

/** A table that is printed page by page. The first page determines the widths of the columns. */
export class Table {
  readonly #columns: readonly Column[];
  /** The width of the terminal. Undefined for no limit. */
  readonly #width: number | undefined;
  readonly #nowMs: number;
  #widths: readonly number[] | undefined;

  constructor(columns: readonly Column[], width: number | undefined, nowMs: number) {
    this.#columns = columns;
    this.#width = width;
    this.#nowMs = nowMs;
  }

  /** Returns the lines of further items. The titles precede the first ones. */
  lines(items: readonly GuideJson[]): string {
    const rows = items.map((item) => this.#columns.map(({ text }) => safeLine(text(item, this.#nowMs))));
    const all = this.#widths ? rows : [this.#columns.map(({ title }) => title), ...rows];
    const widths = (this.#widths ??= this.#columns.map((_, at) =>
      Math.max(...all.map((row) => displayWidth(row[at] ?? ""))),
    ));
    return all.map((row) => `${this.#line(row, widths)}\n`).join("");
  }

  #line(row: readonly string[], widths: readonly number[]): string {
    const line = row
      .map((cell, at) =>
        at === row.length - 1 ? cell : cell + " ".repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(cell))),
      )
      .join("  ")
      .trimEnd();
    return this.#width === undefined ? line : truncate(line, this.#width);
  }
}
