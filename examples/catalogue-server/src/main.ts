import { parseArgs } from "node:util";
import { startCatalogue } from "./server.js";

try {
  const { values } = parseArgs({ options: { data: { type: "string" }, port: { type: "string" } } });
  const server = await startCatalogue({ data: values.data, port: Number(values.port ?? 0) });
  console.log(`The catalogue is at ${server.url}`);
} catch (error) {
  console.error(`catalogue: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
