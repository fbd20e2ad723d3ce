import { startApp } from "./serve.js";

const app = await startApp({ port: Number(process.env["PORT"] ?? 8082), operationDelayMs: 3000 });
console.log(`The app is at ${app.url}/login?user=ada`);
