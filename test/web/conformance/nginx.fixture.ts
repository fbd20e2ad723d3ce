import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HTTPVersion } from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import type { StartServer } from "./servers.js";

/** Puts nginx in front of a server: it accepts both versions of HTTP, and uses HTTP/1.1 for the server. */
export function behindNginx(start: StartServer): StartServer {
  return async (order) => {
    const target = await start({ ...order, httpVersion: HTTPVersion.HTTP_VERSION_1, useTls: false });
    const folder = mkdtempSync(join(tmpdir(), "stratus-nginx-"));
    const port = await freePort();
    writeFileSync(join(folder, "cert.pem"), order.serverCreds?.cert ?? "");
    writeFileSync(join(folder, "key.pem"), order.serverCreds?.key ?? "");
    const secure = order.useTls
      ? `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;`
      : "";
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(" ");
    writeFileSync(
      join(folder, "nginx.conf"),
      `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { access_log off; ${folders}
  server {
    listen 127.0.0.1:${port} ${order.useTls ? "ssl http2" : ""}; ${secure}
    location / { proxy_pass http://127.0.0.1:${target}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; }
  }
}
`,
    );
    const arguments_ = ["-e", `${folder}/error.log`, "-c", `${folder}/nginx.conf`];
    const child = spawn("nginx", arguments_, { stdio: "ignore" });
    process.once("exit", () => {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    });
    await listening(port);
    return port;
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until a program listens on the port. */
async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    } finally {
      socket.destroy();
    }
  }
}
