import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { env } from "node:process";
import { debianVersion, fingerprint, run } from "./tool.js";

/** Programs of grpc-go. */
export interface GoPrograms {
  /** The interop server, with compression added to its service. */
  readonly server: string;
  /** The interop client, as it is. */
  readonly client: string;
}

/** What grpc-go's own copy of its protos needs; Debian has it in a version of its own. */
const olderPackages = ["golang-google-protobuf-dev", "golang-github-golang-protobuf-1-5-dev"];

/**
 * Builds grpc-go's interop programs from Debian's packages, in GOPATH mode, unless a run before this one did. The
 * package `golang-google-grpc-dev` leaves them out, so grpc-go's tree is that of the source package, and its
 * dependencies are those of the installed ones.
 */
export function goPrograms(cache: string, source: string): GoPrograms {
  const version = debianVersion("golang-google-grpc-dev");
  const folder = join(
    cache,
    `go-${version.replaceAll(/[^\w.-]/g, "_")}-${fingerprint([join(source, "main.go")])}`,
  );
  if (!existsSync(folder)) {
    const work = `${folder}-unfinished`;
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true });
    build(work, source, version);
    // A build that was interrupted never has this name.
    renameSync(work, folder);
  }
  return { server: join(folder, "server"), client: join(folder, "client") };
}

function build(work: string, source: string, version: string): void {
  console.error("Building the interop programs of grpc-go; this takes a minute, once");
  const gopath = [grpcTree(work, version), olderDependencies(work), installedRoot()].join(delimiter);
  cpSync(source, join(work, "gopath", "src", "interop-server"), { recursive: true });
  const goEnv = { ...env, GO111MODULE: "off", GOFLAGS: "", GOPATH: gopath };
  run(work, "go", ["build", "-o", "server", "interop-server"], goEnv);
  run(work, "go", ["build", "-o", "client", "google.golang.org/grpc/interop/client"], goEnv);
}

/** A GOPATH with grpc-go alone, whole. */
function grpcTree(work: string, version: string): string {
  try {
    run(work, "apt-get", ["source", "--quiet", "--download-only", `golang-google-grpc=${version}`]);
  } catch (cause) {
    throw new Error(
      "apt-get has no source package golang-google-grpc: add lines of type deb-src and run `apt-get update`",
      { cause },
    );
  }
  const archive = readdirSync(work).find((name) => name.includes(".orig.tar"));
  if (archive === undefined) throw new Error(`apt-get source left no archive in ${work}`);
  run(work, "tar", ["--extract", "--file", archive]);
  const tree = readdirSync(work, { withFileTypes: true }).find((entry) => entry.isDirectory());
  if (!tree) throw new Error(`${archive} holds no folder`);
  const home = join(work, "gopath", "src", "google.golang.org");
  mkdirSync(home, { recursive: true });
  renameSync(join(work, tree.name), join(home, "grpc"));
  return join(work, "gopath");
}

/** A GOPATH with packages that cannot be installed beside those that Debian's own build uses. */
function olderDependencies(work: string): string {
  run(work, "apt-get", ["download", "--quiet", ...olderPackages]);
  for (const name of readdirSync(work).filter((file) => file.endsWith(".deb"))) {
    run(work, "dpkg-deb", ["--extract", name, "debs"]);
  }
  return join(work, "debs", rootOf("golang-google-grpc-dev"));
}

const installedRoot = (): string => rootOf("golang-google-grpc-dev");

/** The GOPATH that Debian's Go packages are installed to. */
function rootOf(name: string): string {
  const files = run(".", "dpkg", ["--listfiles", name]).split("\n");
  const end = "/src/google.golang.org/grpc";
  const tree = files.find((path) => path.endsWith(end));
  if (tree === undefined) throw new Error(`the Debian package ${name} has no sources of grpc-go`);
  return tree.slice(0, -end.length);
}
