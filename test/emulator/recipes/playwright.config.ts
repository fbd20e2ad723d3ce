import { defineConfig } from "@playwright/test";

const { CHROMIUM = "", HTTP_PORT = "8080", APP_PORT = "3000" } = process.env;
const app = `http://localhost:${APP_PORT}`;

export default defineConfig({
  testMatch: "*.pw.ts",
  workers: 1,
  use: { baseURL: app, launchOptions: { ...(CHROMIUM !== "" && { executablePath: CHROMIUM }) } },
  webServer: [
    {
      command: `node_modules/.bin/stratus-emulator @svc/cloud --http-port ${HTTP_PORT} --token dev --cors ${app}`,
      url: `http://localhost:${HTTP_PORT}/_emulator/health`,
    },
    { command: "node app.mjs", url: app },
  ],
});
