import {
  Client,
  InMemoryTransport,
  type ElicitRequest,
  type ElicitResult,
} from "@modelcontextprotocol/client";
import type { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { startEmulator, type Emulator, type EmulatorOptions } from "@stratus/emulator";
import { root } from "../repository.fixture.js";
import { Api, type ApiOptions } from "../../mcp/src/calls/api.js";
import { Approvals } from "../../mcp/src/plans/approvals.js";
import { Plans } from "../../mcp/src/plans/plans.js";
import { openApprovalPage } from "../../mcp/src/serve/approval-page.js";
import { Pages } from "../../mcp/src/serve/pages.js";
import { makeServer } from "../../mcp/src/serve/server.js";
import type { Confirm } from "../../mcp/src/tools/approval-channel.js";
import { findSdk } from "@stratus/dynamic-client";
import { Cloud as Session, staticToken } from "@svc/cloud";
import { InstanceServiceClient, type InstanceSpec } from "@svc/cloud/compute/v1";

/** What a tool answered. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/** A client with nothing but the tools of a server. */
export interface Agent {
  readonly client: Client;
  /** Names of the tools that are listed. */
  tools(): Promise<readonly string[]>;
  call(tool: string, given?: object, options?: { readonly signal?: AbortSignal }): Promise<Answer>;
}

/** How a client connects. */
export interface AgentOptions {
  /** Speaks the specification before that of 2026-07-28. */
  readonly isOld?: boolean;
  readonly confirm?: Confirm;
  /** Answers questions to the person. */
  readonly onAsk?: (request: ElicitRequest) => ElicitResult | Promise<ElicitResult>;
  /** Opens pages too, which are questions without a form. */
  readonly hasUrls?: boolean;
  readonly waitMs?: number;
}

const known = new WeakMap<Api, Plans>();

/** The plans of an API, which all of its servers share. */
export function plansOf(api: Api): Plans {
  const plans = known.get(api) ?? new Plans(api);
  known.set(api, plans);
  return plans;
}

/** What servers print for the person. */
export const told: string[] = [];

/** Makes servers of an API. They wait for an answer on the approval page for a moment, or for `waitMs`. */
export function serverOf(api: Api, confirm: Confirm, waitMs = 100): () => McpServer {
  const plans = plansOf(api);
  const approvals = new Approvals({
    api,
    plans,
    openPage: (own) => openApprovalPage(api, own),
    tell: (text) => void told.push(text),
    command: "acme",
    waitMs,
  });
  const dependencies = { api, plans, approvals, confirm, pages: new Pages(api.sdk) };
  return () => makeServer(dependencies, { name: "acme", version: "1.0.0" });
}

/** Connects a client to a server of an API, within this process. */
export async function openAgent(
  api: Api,
  { isOld = false, onAsk, hasUrls = false, confirm = "destroy", waitMs }: AgentOptions = {},
): Promise<Agent> {
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  serveStdio(serverOf(api, confirm, waitMs), { transport: theirs });
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: onAsk ? { elicitation: { form: {}, ...(hasUrls && { url: {} }) } } : {},
      ...(isOld ? {} : { versionNegotiation: { mode: "auto" as const } }),
    },
  );
  if (onAsk) client.setRequestHandler("elicitation/create", async (request) => onAsk(request));
  await client.connect(mine);
  return agentOf(client);
}

/** The calls of a client, in short. */
export function agentOf(client: Client): Agent {
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (tool, given = {}, options = {}) => {
      const result = await client.callTool({ name: tool, arguments: { ...given } }, options);
      const [content] = result.content;
      return { text: content?.type === "text" ? content.text : "", isError: result.isError === true };
    },
  };
}

/** An emulated cloud, and servers of it. */
export interface Cloud extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly env: Readonly<Record<string, string>>;
  /** Lines of the logs of all servers. */
  readonly log: string[];
  api(options?: Partial<ApiOptions>): Promise<Api>;
  /** Makes an instance beside all servers, and gives its id. */
  make(name: string, spec?: Partial<InstanceSpec>, more?: object): Promise<string>;
}

export async function openCloud(options: Partial<EmulatorOptions> = {}): Promise<Cloud> {
  const emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root, ...options });
  const log: string[] = [];
  const opened: Api[] = [];
  const settings = { endpoint: emulator.address, insecure: true, apiDomain: emulator.apiDomain };
  const token = emulator.issueToken();
  const session = new Session({ ...settings, credentials: staticToken(token) });
  const instances = new InstanceServiceClient(session);
  return {
    emulator,
    log,
    env: {
      CLOUD_TOKEN: token,
      CLOUD_ENDPOINT: emulator.address,
      CLOUD_INSECURE: "true",
      CLOUD_API_DOMAIN: emulator.apiDomain,
    },
    api: async (more = {}) => {
      const sdk = await findSdk("@svc/cloud", root);
      const env = { CLOUD_TOKEN: token };
      const writeLog = (line: string): void => void log.push(line);
      const api = new Api({ sdk, settings, env, userAgent: "acme-mcp/1.0.0", writeLog, ...more });
      opened.push(api);
      return api;
    },
    make: async (name, spec = {}, more = {}) => {
      const operation = await instances.create({ metadata: { parentId: "p1", name, ...more }, spec });
      await operation.wait();
      return operation.resourceId;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([session.close(), ...opened.map((api) => api.close())]);
      await emulator.close();
    },
  };
}

/** The data of an answer. */
export function dataOf({ text }: Answer): unknown {
  const line = text.split("\n").findLast((one) => /^[[{]/.test(one));
  return JSON.parse(line ?? "null");
}

/** Id and line of a plan. */
export function planOf({ text }: Answer): { readonly plan_id: string; readonly summary: string } {
  const [, id = "", summary = ""] = /plan_id: (\S+)\nsummary: (.*)/.exec(text) ?? [];
  if (id === "") throw new Error(text);
  return { plan_id: id, summary };
}

/** Names of the methods that were called since the report was cleared, without reads. */
export function changesOf({ emulator }: Cloud): readonly string[] {
  const names = emulator.calls().map(({ method }) => method.split("/").at(-1) ?? "");
  return names.filter((name) => !/^(?:Get|List)/.test(name));
}
