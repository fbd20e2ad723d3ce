import { parseArgs } from "node:util";
import { startCatalogue } from "./server.js";

const { values } = parseArgs({ options: { data: { type: "string" }, port: { type: "string" } } });
const server = await startCatalogue({ data: values.data, port: Number(values.port ?? 0) });
console.log(`The catalogue is at ${server.url}`);
