import { startPage } from "./serve.js";

const page = await startPage({ port: Number(process.env["PORT"] ?? 8080) });
console.log(`The catalogue is at ${page.url}`);
