import type { Nodes, Table, TableCell } from "mdast";
import { markup, type Markup } from "../markup.js";
import { plainText } from "./plain-text.js";

/** A row of a table of fields, with the rows of the message that it holds. */
interface FieldRow {
  /** The path of the field: `spec.sizeBytes`. */
  readonly path: string;
  readonly cells: readonly TableCell[];
  readonly inner: FieldRow[];
}

/** Whether a table lists fields or values, which become entries with anchors. */
export function isFieldTable({ children: [head] }: Table): boolean {
  const [first = "", , third = ""] = head?.children.map((cell) => plainText(cell)) ?? [];
  return ["field", "value"].includes(first) && third === "description";
}

/**
 * Writes a table of fields as a list. The fields of a nested message are inside its entry, which opens and closes.
 */
export function fieldList(
  { children: [, ...rows] }: Table,
  { section }: { readonly section: string },
  write: (nodes: readonly Nodes[]) => readonly Markup[],
): Markup {
  const writeRow = ({ path, cells: [name, type, text], inner }: FieldRow): Markup => {
    const id = `${section}.${path}`;
    return markup`<li id="${id}">
      <p class="field">
        <a class="field-name" href="#${id}">${write(name?.children ?? [])}</a>
        <span class="type">${write(type?.children ?? [])}</span>
      </p>
      <p>${write(text?.children ?? [])}</p>
      ${
        inner.length > 0 &&
        markup`<details>
          <summary>
            ${inner.length === 1 ? "1 field" : `${inner.length} fields`}<span class="hidden">
              of ${path}</span
            >
          </summary>
          <ul class="fields">
            ${inner.map((one) => writeRow(one))}
          </ul>
        </details>`
      }
    </li>`;
  };
  return markup`<ul class="fields">
    ${nest(rows.map(({ children }) => children)).map((one) => writeRow(one))}
  </ul>`;
}

/** Puts each field inside the nearest field whose path begins its own. */
function nest(rows: readonly (readonly TableCell[])[]): readonly FieldRow[] {
  const top: FieldRow[] = [];
  const known = new Map<string, FieldRow>();
  for (const cells of rows) {
    const path = pathOf(cells[0]);
    const row: FieldRow = { path, cells, inner: [] };
    (findParent(path, known)?.inner ?? top).push(row);
    known.set(path, row);
  }
  return top;
}

function findParent(path: string, known: ReadonlyMap<string, FieldRow>): FieldRow | undefined {
  const steps = path.split(".");
  for (let length = steps.length - 1; length > 0; length--) {
    const parent = known.get(steps.slice(0, length).join("."));
    if (parent) return parent;
  }
  return undefined;
}

/** `metadata?` is `metadata`, and a member of a oneof, "spec.source: imageId", is `spec.source.imageId`. */
function pathOf(cell: TableCell | undefined): string {
  return (cell ? plainText(cell) : "")
    .replaceAll("?", "")
    .replaceAll(/\s*:\s*/g, ".")
    .trim();
}
