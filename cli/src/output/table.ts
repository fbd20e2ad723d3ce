import type { GuideJson } from "@stratus/runtime/guide-v1";
import { safeLine } from "@stratus/dynamic-client";
import { truncate, displayWidth } from "../text/terminal-text.js";
import type { Column } from "./columns.js";

/** A table that is printed page by page: the first one decides how wide its columns are. */
export class Table {
  readonly #columns: readonly Column[];
  /** Width of the terminal; undefined if lines may be as long as they are. */
  readonly #width: number | undefined;
  readonly #nowMs: number;
  #widths: readonly number[] | undefined;

  constructor(columns: readonly Column[], width: number | undefined, nowMs: number) {
    this.#columns = columns;
    this.#width = width;
    this.#nowMs = nowMs;
  }

  /** The lines of more items; before the first ones the titles. */
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
