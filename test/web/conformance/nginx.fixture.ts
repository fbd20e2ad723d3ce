import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testCertificate, testCertificateKey } from "../../../runtime/src/fixture/tls.fixture.js";
import type { StartServer } from "./servers.js";

/** Has nginx stand before a server: it takes both versions of HTTP, and speaks HTTP/1.1 to the server. */
export function behindNginx(start: StartServer): StartServer {
  return async ({ tls, limit }) => {
    const server = await start({ version: "HTTP_VERSION_1", tls: false, limit });
    const folder = await mkdtemp(join(tmpdir(), "stratus-nginx-"));
    const port = await freePort();
    await writeFile(join(folder, "cert.pem"), testCertificate);
    await writeFile(join(folder, "key.pem"), testCertificateKey);
    const secure = tls ? `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;` : "";
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(" ");
    await writeFile(
      join(folder, "nginx.conf"),
      `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { access_log off; ${folders}
  server {
    listen 127.0.0.1:${port} ${tls ? "ssl http2" : ""}; ${secure}
    location / { proxy_pass ${server.url}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; }
  }
}
`,
    );
    const child = spawn("nginx", ["-e", `${folder}/error.log`, "-c", `${folder}/nginx.conf`], {
      stdio: "ignore",
    });
    const ended = once(child, "exit");
    await listening(port);
    return {
      url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
      certificate: tls ? testCertificate : undefined,
      async [Symbol.asyncDispose]() {
        child.kill("SIGTERM");
        await ended;
        await server[Symbol.asyncDispose]();
        await rm(folder, { recursive: true, force: true });
      },
    };
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until somebody takes connections. */
async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return;
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      socket.destroy();
    }
  }
}
