/** The part of the demo that an agent does: it plans a change by the MCP server, and applies the plan. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Narrator } from "./narrator.js";

const program = fileURLToPath(new URL("../../../mcp/bin/stratus-mcp.js", import.meta.url));
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Shows a plan and its result. `env` has the variables that the emulator prints for a shell. */
export async function showAgent(
  narrator: Narrator,
  env: Readonly<Record<string, string>>,
  id: string,
): Promise<void> {
  narrator.line("title", "6. An agent changes the instance. It plans first, and you approve the summary.");
  const client = new Client({ name: "demo", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "@svc/cloud", "--allow", "change"],
    cwd: root,
    env: { ...definedOf(process.env), ...env },
    stderr: "ignore",
  });
  await client.connect(transport);
  const call = async (name: string, given: Record<string, unknown>, shown: object): Promise<string> => {
    narrator.line("command", `${name} ${JSON.stringify(shown)}`);
    const { content } = await client.callTool({ name, arguments: given });
    return content.map((part) => (part.type === "text" ? part.text : "")).join("");
  };
  const request = { method: "compute/instance/update", request: { id }, set: { "spec.cpu": 16 } };
  const plan = await call("plan", request, request);
  const [, planId = ""] = /^plan_id: (.*)$/m.exec(plan) ?? [];
  const [, summary = ""] = /^summary: (.*)$/m.exec(plan) ?? [];
  for (const part of summary.split("; ")) narrator.line("wire", part);
  const result = await call("apply", { plan_id: planId, summary }, { plan_id: "...", summary: "..." });
  narrator.line("effect", `= ${result.split("\n")[0]}`);
  await client.close();
}

function definedOf(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
