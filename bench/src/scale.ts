import { editorRows } from "./scale-editor.js";
import { messageScaleRows } from "./scale-messages.js";
import { resourceRows } from "./scale-resources.js";
import { serviceRows } from "./scale-services.js";
import { sessionRows } from "./scale-sessions.js";
import { printNumber, type Row } from "./report.js";

/** Compares the cost per unit of large inputs with that of a tenth of them. */
export async function scaleRows(): Promise<Row[]> {
  const rows = [
    ...(await serviceRows()),
    ...(await messageScaleRows()),
    ...(await resourceRows()),
    ...(await sessionRows()),
    ...(await editorRows()),
  ];
  return rows.map((row, index) => {
    const tenth = rows[index - 1];
    if (row.contestant !== "stratus" || !tenth) return row;
    return {
      ...row,
      beside: `a tenth: ${printNumber(tenth.cost)}; all: ${printNumber(row.cost)} ${row.unit}`,
    };
  });
}
