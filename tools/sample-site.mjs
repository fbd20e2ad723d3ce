/** Writes the documentation of the sample SDK, with the pages of this project that its users need, to `site/dist/sample`. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { writeSite } from "../site/dist/index.js";

const top = fileURLToPath(new URL("../", import.meta.url));
const guides = readdirSync(`${top}docs/how-to`).map((name) => `${top}docs/how-to/${name}`);
const { pages } = await writeSite({
  package: `${top}generated/cloud`,
  out: `${top}site/dist/sample`,
  pages: guides,
});
console.log(`site/dist/sample/index.html: ${pages} pages`);
