import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Api } from "../calls/api.js";
import type { Answer, Approvals, OpenPage } from "../plans/approvals.js";
import { htmlHeaders, messageHtml, questionHtml } from "./approval-html.js";
import { approvalText, approvalView } from "./approval-view.js";
import { isOwnRequest } from "./own-requests.js";

/** The maximum length of an answer, in bytes. */
const maxAnswerBytes = 100;

const outcomes: Readonly<Record<Answer, readonly [heading: string, text: string]>> = {
  approve: ["Approved", "The agent can make this change now, once. You can close this page."],
  decline: ["Declined", "The change will not be made. You can close this page."],
};

const unknown = [
  "Nothing to approve",
  "This address is unknown, was already used, or is older than ten minutes.",
] as const;

/** Serves the approval page on a free port of 127.0.0.1. */
export async function openApprovalPage(api: Api, approvals: Approvals): Promise<OpenPage> {
  const server = createServer((request, response) => {
    handle(api, approvals, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  // The page must not keep a process running whose client has gone.
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handle(
  api: Api,
  approvals: Approvals,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader("cache-control", "no-store");
  response.setHeader("connection", "close");
  response.setHeader("x-content-type-options", "nosniff");
  if (!isOwnRequest(request, response)) return;
  const [, id = ""] = /^\/approve\/([\w-]{1,100})$/.exec(request.url ?? "") ?? [];
  const isHtml = request.headers.accept?.includes("text/html") === true;
  const say = (status: number, [heading, sentence]: readonly [heading: string, text: string]): void => {
    response.writeHead(status, isHtml ? htmlHeaders : textHeaders);
    response.end(isHtml ? messageHtml(heading, sentence) : `${heading}. ${sentence}\n`);
  };
  if (request.method === "POST") {
    const answer = await readAnswer(request);
    if (answer === undefined) response.writeHead(400).end();
    else if (approvals.answer(id, answer)) say(200, outcomes[answer]);
    else say(404, unknown);
  } else if (request.method !== "GET") response.writeHead(405, { allow: "GET, POST" }).end();
  else {
    const plan = approvals.find(id);
    if (plan === undefined) return say(404, unknown);
    const view = approvalView(api, plan);
    response.writeHead(200, isHtml ? htmlHeaders : textHeaders);
    response.end(isHtml ? questionHtml(view) : approvalText(view));
  }
}

/** Reads the answer of a form. Undefined if the request contains anything else. */
async function readAnswer(request: IncomingMessage): Promise<Answer | undefined> {
  if (!(Number(request.headers["content-length"]) <= maxAnswerBytes)) return undefined;
  const answer = new URLSearchParams(await text(request)).get("answer");
  return answer === "approve" || answer === "decline" ? answer : undefined;
}

/** The headers of the change as plain text. */
const textHeaders = { "content-type": "text/plain; charset=utf-8" } as const;
