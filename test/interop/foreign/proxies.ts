import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, isListening } from "./ports.js";
import { debianVersion } from "./tool.js";

/** A proxy for gRPC in front of a server, with its default limits. */
export interface Proxy extends AsyncDisposable {
  readonly title: string;
  readonly address: string;
  /** The address with 20 requests a connection, if the proxy can limit them. */
  readonly fewAddress: string | undefined;
  /** Whether it passes on headers of 15 and of 40 kB. */
  readonly takesLarge: boolean;
  /** Reads its configuration again, as its administrator would have it do. */
  reload(): void;
}

/** nginx, without TLS, and with as many connections as a burst of calls takes. */
export async function startNginx(cache: string, serverPort: number): Promise<Proxy> {
  const folder = join(cache, "nginx");
  mkdirSync(folder, { recursive: true });
  const [port, fewPort] = [await freePort(), await freePort()];
  const server = (listen: number, more: string): string =>
    `server { listen 127.0.0.1:${listen} http2; ${more} location / { grpc_pass grpc://127.0.0.1:${serverPort}; } }`;
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections 4096; }\n` +
      `http { access_log off; ${folders} ${server(port, "")} ${server(fewPort, "keepalive_requests 20;")} }\n`,
  );
  const child = spawn("nginx", ["-c", file], { stdio: "ignore" });
  const title = `nginx ${debianVersion("nginx").split("-")[0]}`;
  return await running({ title, child, port, fewPort, signal: "SIGHUP" });
}

/** HAProxy, without TLS. */
export async function startHaproxy(cache: string, serverPort: number): Promise<Proxy> {
  const folder = join(cache, "haproxy");
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const file = join(folder, "haproxy.cfg");
  writeFileSync(
    file,
    `defaults\n  mode http\n  timeout connect 5s\n  timeout client 30s\n  timeout server 30s\n` +
      `frontend front\n  bind 127.0.0.1:${port} proto h2\n  default_backend back\n` +
      `backend back\n  server one 127.0.0.1:${serverPort} proto h2\n`,
  );
  const child = spawn("haproxy", ["-W", "-f", file], { stdio: "ignore" });
  const title = `HAProxy ${debianVersion("haproxy").split("-")[0]}`;
  return await running({ title, child, port, fewPort: undefined, signal: "SIGUSR2" });
}

/** Caddy, without TLS. */
export async function startCaddy(cache: string, serverPort: number): Promise<Proxy> {
  const folder = join(cache, "caddy");
  mkdirSync(folder, { recursive: true });
  const [port, adminPort] = [await freePort(), await freePort()];
  const transport = { protocol: "http", versions: ["h2c"] };
  const upstreams = [{ dial: `127.0.0.1:${serverPort}` }];
  const handle = [{ handler: "reverse_proxy", transport, upstreams, flush_interval: -1 }];
  const front = { listen: [`127.0.0.1:${port}`], protocols: ["h1", "h2c"], routes: [{ handle }] };
  const admin = `127.0.0.1:${adminPort}`;
  const file = join(folder, "caddy.json");
  writeFileSync(file, JSON.stringify({ admin: { listen: admin }, apps: { http: { servers: { front } } } }));
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn("caddy", ["run", "--config", file], { stdio: "ignore", env });
  const title = `Caddy ${debianVersion("caddy").split("-")[0]}`;
  const proxy = await running({ title, child, port, fewPort: undefined, takesLarge: true });
  const again = ["reload", "--force", "--config", file, "--address", admin];
  return { ...proxy, reload: () => void spawn("caddy", again, { stdio: "ignore", env }) };
}

/** A process that is to listen soon. */
interface Starting {
  readonly title: string;
  readonly child: ChildProcess;
  readonly port: number;
  readonly fewPort: number | undefined;
  readonly takesLarge?: boolean;
  /** Has it read its configuration again. */
  readonly signal?: NodeJS.Signals;
}

async function running({
  title,
  child,
  port,
  fewPort,
  takesLarge = false,
  signal,
}: Starting): Promise<Proxy> {
  for (let turn = 0; turn < 3_000 && !(await isListening(port)); turn++) await pause(10);
  return {
    title,
    address: `127.0.0.1:${port}`,
    fewAddress: fewPort === undefined ? undefined : `127.0.0.1:${fewPort}`,
    takesLarge,
    reload: () => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const gone = once(child, "exit");
      child.kill();
      await gone;
    },
  };
}
