import {
  fromJsonSchema,
  type CallToolResult,
  type McpServer,
  type ServerContext,
  type ToolAnnotations,
} from "@modelcontextprotocol/server";
import type { GuideJson } from "@stratus/runtime/guide-v1";
import type { Api, ToolCall } from "../calls/api.js";
import { failureText } from "../calls/call-error.js";
import { readOperation } from "../calls/operation.js";
import { read } from "../calls/read.js";
import { describeMethods, findMethods } from "./find.js";
import { type ToolName, toolTexts } from "./schemas.js";

type Arguments = Readonly<Record<string, unknown>>;

/** The work of a tool; it gives the text of its answer. */
type Run = (given: Arguments, call: ToolCall) => Promise<string>;

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;

/** Registers the tools that there is work for; nothing else is listed, and nothing else can be called. */
export function registerTools(server: McpServer, api: Api): void {
  const add = (name: ToolName, annotations: ToolAnnotations, run: Run): void => {
    const { title, description, properties, required } = toolTexts[name];
    const inputSchema = fromJsonSchema<Arguments>({
      type: "object",
      properties: { ...properties } as Record<string, never>,
      required: [...required],
      additionalProperties: false,
    });
    server.registerTool(name, { title, description, inputSchema, annotations }, (given, context) =>
      answer(api, run, given, context),
    );
  };
  add("find_methods", { ...readOnly, openWorldHint: false }, ({ query }) =>
    findMethods(api, query as string),
  );
  add("describe_methods", { ...readOnly, openWorldHint: false }, ({ names }) =>
    describeMethods(api, names as readonly string[]),
  );
  add("read", { ...readOnly, openWorldHint: true }, ({ method, request, fields, skip }, call) =>
    read(
      api,
      {
        method: method as string,
        request: request as GuideJson | undefined,
        fields: fields as readonly string[] | undefined,
        skip: skip as number | undefined,
      },
      call,
    ),
  );
  add("operation", { ...readOnly, openWorldHint: true }, ({ handle, wait_seconds: seconds = 0 }, call) =>
    readOperation(api, handle as string, (seconds as number) * 1_000, call),
  );
}

async function answer(api: Api, run: Run, given: Arguments, context: ServerContext): Promise<CallToolResult> {
  try {
    return result(api, await run(given, toolCall(context)));
  } catch (error) {
    return { ...result(api, failureText(error)), isError: true };
  }
}

function result(api: Api, text: string): CallToolResult {
  return { content: [{ type: "text", text: api.secrets.scrub(text) }] };
}

/** The parts of a request that a tool needs. */
function toolCall({ mcpReq, http }: ServerContext): ToolCall {
  const { progressToken } = mcpReq._meta ?? {};
  let last = 0;
  const progress = (message: string, fraction: number | undefined): void => {
    if (progressToken === undefined) return;
    // It must grow, also where nobody knows how far something has come.
    last = Math.max(last + 0.001, (fraction ?? 0) * 100);
    void mcpReq
      .notify({
        method: "notifications/progress",
        params: { progressToken, progress: last, total: 100, message },
      })
      .catch(() => undefined);
  };
  return { signal: mcpReq.signal, caller: http?.authInfo?.clientId ?? "", progress };
}
