/**
 * The client of one row: `client.js NAME FACTS`. It says what is wrong, and then ends by itself: nothing that the
 * transport leaves behind may hold the process.
 *
 * @module
 */
import { argv } from "node:process";
import { allRows } from "./rows/all-rows.js";
import type { Facts } from "./rows/row.js";

const [name, facts = "{}"] = argv.slice(2);
const row = allRows.find((one) => one.name === name);
if (!row) throw new Error(`there is no row ${name}`);
try {
  await row.call(JSON.parse(facts) as Facts);
  console.log("passed");
} catch (error) {
  console.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
