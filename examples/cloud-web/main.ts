import { startCloudPage } from "./serve.js";

const page = await startCloudPage({ port: Number(process.env["PORT"] ?? 8081), operationDelayMs: 4000 });
console.log(`The cloud is at ${page.url}`);
