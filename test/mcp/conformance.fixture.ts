import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import {
  CLIENT_CAPABILITIES_META_KEY,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  McpServer,
  ResourceTemplate,
  type CallToolResult,
  type ClientCapabilities,
  type ElicitInputParams,
} from "@modelcontextprotocol/server";
import { CallerToken, newToken } from "../../mcp/src/serve/caller-token.js";
import { serveOverHttp } from "../../mcp/src/serve/http.js";

const inputSchema = fromJsonSchema<object>({ type: "object", properties: {} });
const said = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });
const question: ElicitInputParams = {
  message: "What is your name?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
};
const sampling = {
  messages: [{ role: "user" as const, content: { type: "text" as const, text: "Say pong" } }],
  maxTokens: 16,
};

/** Words of JSON Schema that must reach the client as they are. */
const schema2020 = fromJsonSchema<object>({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: { address: { $anchor: "addressDef", type: "object", properties: { street: { type: "string" } } } },
  properties: {
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // oxlint-disable-next-line unicorn/no-thenable
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
});

/** A server with what the judges ask for, of the kinds of things that ours have. */
function makeServer(): McpServer {
  const server = new McpServer({ name: "fixtures", version: "1.0.0" });
  const add = server.registerTool.bind(server);
  add("test_simple_text", { description: "text", inputSchema }, () =>
    said("This is a simple text response for testing."),
  );
  add("test_error_handling", { description: "an error", inputSchema }, () => ({
    ...said("This tool intentionally returns an error for testing"),
    isError: true,
  }));
  add("json_schema_2020_12_tool", { description: "a schema", inputSchema: schema2020 }, () => said("done"));
  add("test_tool_with_progress", { description: "progress", inputSchema }, async (_, { mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    for (const progress of [0, 50, 100])
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
    return said("done");
  });
  add("test_missing_capability", { description: "asks a model", inputSchema }, () =>
    inputRequired({ inputRequests: { answer: inputRequired.createMessage(sampling) } }),
  );
  add("test_input_required_result_elicitation", { description: "asks", inputSchema }, (_, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, "user_name");
    if (answer.kind === "elicit") return said(`Hello, ${String(answer.content?.["name"])}`);
    return inputRequired({ inputRequests: { user_name: inputRequired.elicit(question) } });
  });
  add(
    "test_input_required_result_capabilities",
    { description: "asks what can be asked", inputSchema },
    (_, { mcpReq }) => {
      const envelope = mcpReq.envelope as
        | Readonly<Record<string, ClientCapabilities | undefined>>
        | undefined;
      const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
      if (mcpReq.inputResponses !== undefined || !(declared?.elicitation ?? declared?.sampling))
        return said("done");
      return inputRequired({
        inputRequests: {
          ...(declared.elicitation ? { name: inputRequired.elicit(question) } : {}),
          ...(declared.sampling ? { answer: inputRequired.createMessage(sampling) } : {}),
        },
      });
    },
  );
  // Ours write no log to clients, and ask nothing in a stream.
  for (const name of ["test_streaming_elicitation", "test_logging_tool"])
    add(name, { description: "text", inputSchema }, () => said("done"));
  const text = "This is the content of the static text resource.";
  server.registerResource("static", "test://static-text", { mimeType: "text/plain" }, ({ href }) => ({
    contents: [{ uri: href, mimeType: "text/plain", text }],
  }));
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, { mimeType: "application/json" }, ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType: "application/json",
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
  server.registerPrompt("test_simple_prompt", { description: "a prompt" }, () => ({
    messages: [{ role: "user", content: { type: "text", text: "This is a simple prompt for testing." } }],
  }));
  return server;
}

/** Serves it by our HTTP, behind a door that adds the token, which the judges have no place for. */
export async function serveFixtures(): Promise<{ readonly url: string } & AsyncDisposable> {
  const token = newToken();
  const serving = await serveOverHttp(makeServer, "127.0.0.1:0", new CallerToken(token));
  const { port } = new URL(serving.url);
  const door = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    const passed = request(
      { host: "127.0.0.1", port, path: asked.url, method: asked.method, headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => void door.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      door.closeAllConnections();
      door.close();
      await serving[Symbol.asyncDispose]();
    },
  };
}
