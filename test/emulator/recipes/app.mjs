// Your application. This one lists the machines of a project.
import { createServer } from "node:http";

const { APP_PORT = "3000", HTTP_PORT = "8080" } = process.env;
const page = `<!doctype html><title>Machines</title><ul></ul><script type="module">
  const response = await fetch("http://localhost:${HTTP_PORT}/svc.compute.v1.InstanceService/List", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer dev" },
    body: JSON.stringify({ parentId: "p" }),
  });
  for (const { metadata } of (await response.json()).items)
    document.querySelector("ul").append(Object.assign(document.createElement("li"), { textContent: metadata.name }));
</script>`;
createServer((_, response) => response.setHeader("content-type", "text/html").end(page)).listen(APP_PORT);
