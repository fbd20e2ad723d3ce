import type { GuideJson } from "@stratus/runtime/guide";
import { safeLine } from "@stratus/dynamic-client";
import { bold, paint, stateColor } from "../text/color.js";
import { truncate, displayWidth } from "../text/terminal-text.js";
import type { Column } from "./columns.js";

/** How a table is printed. */
export interface TableOptions {
  /** The width of the terminal. Undefined for no limit. */
  readonly width: number | undefined;
  readonly nowMs: number;
  /** Whether the titles precede the first items. */
  readonly hasTitles: boolean;
  readonly hasColors: boolean;
}

/** The columns between two cells. */
const gap = 2;

/** The width to which a column is shortened before one is dropped, if its title is not longer. */
const minWidth = 8;

/** A table that is printed page by page. The first page determines the widths of the columns. */
export class Table {
  readonly #columns: readonly Column[];
  readonly #options: TableOptions;
  #widths: readonly number[] | undefined;

  constructor(columns: readonly Column[], options: TableOptions) {
    this.#columns = columns;
    this.#options = options;
  }

  /** Returns the lines of further items. */
  lines(items: readonly GuideJson[]): string {
    const { nowMs, hasTitles } = this.#options;
    const titles = this.#columns.map(({ title }) => title);
    const rows = items.map((item) => this.#columns.map(({ text }) => safeLine(text(item, nowMs))));
    const isFirst = this.#widths === undefined && hasTitles && titles.some((title) => title !== "");
    const all = isFirst ? [titles, ...rows] : rows;
    this.#widths ??= this.#columns.map((_, at) => Math.max(...all.map((row) => displayWidth(row[at] ?? ""))));
    const fitted = this.#fit(this.#widths);
    return all.map((row, at) => `${this.#line(row, fitted, isFirst && at === 0)}\n`).join("");
  }

  /** Shortens columns until they fit, the widest first and IDs last, and then drops the last ones. */
  #fit(widths: readonly number[]): readonly number[] {
    const { width } = this.#options;
    const fitted = [...widths];
    if (width === undefined) return fitted;
    const excess = (): number => fitted.reduce((sum, one) => sum + one, gap * (fitted.length - 1)) - width;
    for (const isId of [false, true])
      for (let over = excess(); over > 0; over--) {
        const able = fitted.map((one, at) => {
          const { title = "" } = this.#columns[at] ?? {};
          return (title === "ID") === isId && one > Math.max(minWidth, displayWidth(title)) ? one : 0;
        });
        const widest = Math.max(...able);
        if (widest === 0) break;
        fitted[able.indexOf(widest)] = widest - 1;
      }
    while (excess() > 0 && fitted.length > 1) fitted.pop();
    return fitted;
  }

  #line(row: readonly string[], widths: readonly number[], isTitle: boolean): string {
    const { width, hasColors } = this.#options;
    // A later cell may be longer than those of the first page.
    const own = row.slice(0, widths.length).map((cell, at) => Math.max(widths[at] ?? 0, displayWidth(cell)));
    const room = width !== undefined && own.reduce((sum, one) => sum + one, gap * (own.length - 1)) > width;
    const cells = widths.map((size, at) => {
      const cell = room ? truncate(row[at] ?? "", size) : (row[at] ?? "");
      const padding = " ".repeat(at === widths.length - 1 ? 0 : Math.max(0, size - displayWidth(cell)) + gap);
      return this.#painted(cell, at, hasColors, isTitle) + padding;
    });
    const line = cells.join("").trimEnd();
    // A table of one column, or a terminal of few.
    return width === undefined || hasColors ? line : truncate(line, width);
  }

  #painted(cell: string, at: number, hasColors: boolean, isTitle: boolean): string {
    if (!hasColors) return cell;
    if (isTitle) return bold(cell);
    return this.#columns[at]?.title === "STATE" ? paint(cell, stateColor(cell)) : cell;
  }
}
