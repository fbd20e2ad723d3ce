/** The entry of the page: takes over what the server has rendered. */
import { hydrateRoot } from "react-dom/client";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { Cloud, tokenFromFunction } from "@svc/cloud/web";
import { createCache } from "./api.js";
import { App } from "./app.js";
import type { PageData } from "./page-data.js";

const data = JSON.parse(document.querySelector("#page-data")?.textContent ?? "") as PageData;
const cloud = new Cloud({
  baseUrl: data.baseUrl,
  // The token stays in memory. The server knows the user by a cookie that no script can read.
  credentials: tokenFromFunction(async () => (await fetch("/token")).text()),
  cacheScope: data.user,
});
const api = { instances: new InstanceServiceClient(cloud), parentId: data.parentId };
const root = document.querySelector("#root");
if (root) hydrateRoot(root, <App api={api} cache={createCache()} data={data} />);
