import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { spawnSync } from "node:child_process";

/**
 * A registry of npm on this machine: it has what was published to it, and the rest of another one. Yarn and pnpm write the
 * packages of all systems into their locks, and the other registry may have those of its own system alone: a release that
 * it lacks of what others name as optional is answered as one for no system.
 */
export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** Adds a tarball, as a release. */
  add(tarball: string): void;
  /** Names that were published over the wire, in their order. */
  readonly published: readonly string[];
  /** Has it no more, so that the same version can be published again. */
  forget(name: string): void;
}

interface Release {
  readonly name: string;
  readonly version: string;
  readonly manifest: object;
  readonly tarball: Buffer;
  /** The tag that it is published by. */
  readonly tag: string;
}

/** The releases of a package by their versions, and the versions by their tags. */
interface Package {
  readonly releases: Map<string, Release>;
  readonly tags: Map<string, string>;
}

/** Starts one on a free port. */
export async function startRegistry(upstream: string): Promise<Registry> {
  const packages = new Map<string, Package>();
  const published: string[] = [];
  const optional: Optional = new Map();
  let url = "";

  const document = (name: string, { releases, tags }: Package): object => ({
    name,
    "dist-tags": Object.fromEntries(tags),
    versions: Object.fromEntries(
      [...releases].map(([version, { manifest, tarball }]) => [
        version,
        {
          ...manifest,
          dist: {
            tarball: `${url}/-/tarballs/${encodeURIComponent(name)}/${version}`,
            integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
          },
        },
      ]),
    ),
  });
  const keep = (release: Release): void => {
    const known: Package = packages.get(release.name) ?? { releases: new Map(), tags: new Map() };
    packages.set(release.name, known);
    known.releases.set(release.version, release);
    known.tags.set(release.tag, release.version);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? "/").slice(1);
    const [, packed = "", version = ""] = /^-\/tarballs\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const name = decodeURIComponent(packed === "" ? path : packed);
    const own = packages.get(name);
    const tarball = own?.releases.get(version)?.tarball;
    if (request.method === "PUT") {
      const one = readPublished(await text(request));
      keep(one);
      published.push(`${one.name}@${one.version}`);
      response.writeHead(201, json).end('{"ok":true}');
    } else if (own) {
      response.writeHead(200, json).end(tarball ?? JSON.stringify(document(name, own)));
    } else {
      const accept = request.headers.accept ?? "*/*";
      const other = await fetch(`${upstream}${path}`, { headers: { accept } });
      const type = other.headers.get("content-type") ?? "";
      const body = Buffer.from(await other.arrayBuffer());
      const isDocument = other.ok && type.includes("json");
      const isOfOthers = other.status === 404 && optional.has(name);
      if (!isDocument && !isOfOthers) response.writeHead(other.status, { "content-type": type }).end(body);
      else
        response
          .writeHead(200, json)
          .end(completed(isDocument ? body.toString() : JSON.stringify({ name, "dist-tags": {} }), optional));
    }
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    published,
    add(file) {
      const tarball = readFileSync(file);
      const { stdout } = spawnSync("tar", ["-xzOf", file, "package/package.json"], { encoding: "utf8" });
      const manifest = JSON.parse(stdout) as { name: string; version: string };
      keep({ ...manifest, manifest, tarball, tag: "latest" });
    },
    forget(name) {
      packages.delete(name);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const json = { "content-type": "application/json" };

/** Releases of packages that others name as optional, by their names. */
type Optional = Map<string, Set<string>>;

/** A document of the other registry, with the releases that it lacks of a package for other systems. */
function completed(text: string, optional: Optional): string {
  const document = JSON.parse(text) as {
    readonly name: string;
    readonly versions?: Readonly<Record<string, { optionalDependencies?: Readonly<Record<string, string>> }>>;
  };
  const { name, versions = {} } = document;
  for (const { optionalDependencies = {} } of Object.values(versions))
    for (const [other, version] of Object.entries(optionalDependencies))
      optional.set(other, (optional.get(other) ?? new Set()).add(version));
  const lacking = [...(optional.get(name) ?? [])].filter(
    (version) => /^\d/.test(version) && !versions[version],
  );
  if (lacking.length === 0) return text;
  return JSON.stringify({
    ...document,
    versions: { ...versions, ...Object.fromEntries(lacking.map((one) => [one, elsewhere(name, one)])) },
  });
}

/** A release that no system installs. */
const elsewhere = (name: string, version: string): object => ({
  name,
  version,
  os: ["elsewhere"],
  dist: {
    tarball: `http://127.0.0.1:9/${encodeURIComponent(name)}-${version}.tgz`,
    integrity: `sha512-${Buffer.alloc(64).toString("base64")}`,
  },
});

/** What `npm publish` sends. */
function readPublished(body: string): Release {
  const {
    name,
    versions,
    "dist-tags": tags,
    _attachments: attachments,
  } = JSON.parse(body) as {
    name: string;
    versions: Readonly<Record<string, object>>;
    "dist-tags": Readonly<Record<string, string>>;
    _attachments: Readonly<Record<string, { data: string }>>;
  };
  const [[version, manifest] = ["", {}]] = Object.entries(versions);
  const [attachment] = Object.values(attachments);
  const [tag = "latest"] = Object.keys(tags);
  return { name, version, manifest, tag, tarball: Buffer.from(attachment?.data ?? "", "base64") };
}
