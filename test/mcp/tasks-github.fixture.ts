import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openAgent } from "./connect.fixture.js";
import { apiOf, gitHubPackage } from "./public-apis.fixture.js";
import { allow, first, person, type Place } from "./tasks.fixture.js";

/** Answers as GitHub does, as far as the tasks go. */
function gitHubServer(): Server {
  const issues: Record<string, unknown>[] = [
    { number: 1, title: "It is broken", state: "open", user: { login: "ann" } },
  ];
  return createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    const [path = ""] = (request.url ?? "").split("?");
    const given = (body === "" ? {} : JSON.parse(body)) as Record<string, unknown>;
    const number = Number(/issues\/(\d+)/.exec(path)?.[1] ?? 0);
    const issue = issues[number - 1];
    let [status, answer]: [number, unknown] = [200, issue ?? { message: "Not Found" }];
    if (path === "/user") answer = { login: "ann", id: 1, type: "User" };
    else if (path.endsWith("/comments")) [status, answer] = [201, { id: 7, body: given["body"] }];
    else if (path.endsWith("/issues") && request.method === "GET") answer = issues;
    else if (path.endsWith("/issues")) {
      issues.push({ number: issues.length + 1, state: "open", ...given });
      [status, answer] = [201, issues.at(-1)];
    } else if (request.method === "PATCH" && issue) Object.assign(issue, given);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
}

/** Five tasks on GitHub's API. */
export async function gitHubPlace(): Promise<Place> {
  const built = await gitHubPackage();
  const server = gitHubServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const allowMethods = ["issues/create-comment"];
  const api = await apiOf(built, { allow, allowMethods, settings: { endpoint: `http://127.0.0.1:${port}` } });
  const agent = await openAgent(api, person);
  const place = { owner: "acme", repo: "app" };
  const words = "in the repository app of the owner acme";
  return {
    name: "GitHub",
    agent,
    tasks: [
      {
        words: "Who am I?",
        play: async (player) => {
          const method = "users/get-authenticated";
          await player.find(method, "who am i", "authenticated user", "get the authenticated user");
          return first(await player.read(method, {}), /(ann)/);
        },
      },
      {
        words: `Which issues are open ${words}?`,
        play: async (player) => {
          await player.find("issues/list-for-repo", "list issues of a repository", "repository issues");
          await player.describe("issues/list-for-repo");
          return first(await player.read("issues/list-for-repo", { request: place }), /(It is broken)/);
        },
      },
      {
        words: `Create an issue with the title Slow ${words}.`,
        play: async (player) => {
          await player.find("issues/create", "create an issue");
          await player.describe("issues/create");
          return player.change({ method: "issues/create", request: { ...place, body: { title: "Slow" } } });
        },
      },
      {
        words: `Comment on issue 1 ${words}: I see it too.`,
        play: async (player) => {
          await player.find("issues/create-comment", "comment on an issue", "create a comment on an issue");
          await player.describe("issues/create-comment");
          const request = { ...place, issue_number: 1, body: { body: "I see it too." } };
          return player.change({ method: "issues/create-comment", request });
        },
      },
      {
        words: `Close issue 1 ${words}.`,
        play: async (player) => {
          await player.find("issues/update", "close an issue", "update an issue");
          await player.describe("issues/update");
          const request = { ...place, issue_number: 1, body: { state: "closed" } };
          return player.change({ method: "issues/update", request });
        },
      },
    ],
    [Symbol.asyncDispose]: async () => {
      await api.close();
      server.close();
      await built[Symbol.asyncDispose]();
    },
  };
}
