/** Recognizes what kind of API a repository contains, from the texts of its files: `stratus init` compiles nothing. */
import { knownFiles, type Repository } from "./repository.js";

/**
 * The content of a repository: an API of the convention, of AIP or of plain gRPC, an OpenAPI document and no service, or
 * nothing yet.
 */
export type ApiStyle = "cloud" | "aip" | "grpc" | "openapi" | "none";

/** Returns the kind of API in a repository. One statement of the convention, and then one of AIP, decides. */
export function findApiStyle({ protos, specs }: Repository): ApiStyle {
  if (protos.some(({ states }) => states === "cloud")) return "cloud";
  if (!protos.some(({ services }) => services.length > 0)) return specs.length > 0 ? "openapi" : "none";
  return protos.some(({ states }) => states === "aip") ? "aip" : "grpc";
}

/** Whether the repository generates code for Connect or protobuf-es. */
export function usesConnect({ texts }: Repository): boolean {
  const template = texts.get(knownFiles.template) ?? "";
  const manifest = texts.get(knownFiles.package) ?? "";
  return (
    /\bprotoc-gen-(?:es|connect-\w+)\b|bufbuild\/es\b/.test(template) || manifest.includes('"@connectrpc/')
  );
}

/** Describes what was recognized, as a sentence for the report. */
export function describeStyle(style: ApiStyle, repository: Repository): string {
  if (style === "none") return "No service yet: a sample that follows the convention is written.";
  if (style === "openapi") return `An OpenAPI document: ${repository.specs.join(", ")}.`;
  const connect = usesConnect(repository) ? " The repository also generates code for Connect." : "";
  return `${sentences[style]}${connect}`;
}

const sentences = {
  cloud: "The protos follow the convention (kind=cloud).",
  aip: "The protos follow AIP (kind=aip).",
  grpc: "The protos are plain gRPC (kind=grpc). They stay as they are.",
};

/** Advises how programs reach an API whose protos do not state where it is. */
export function adviseOnStyle(style: ApiStyle, repository: Repository, names: Names): string[] {
  const { packageName, session } = names;
  if (style === "openapi")
    return [
      `Generate a REST client: \`npx stratus openapi ${repository.specs[0]} --out sdk --package-name ${packageName}\`.`,
    ];
  if (style !== "grpc") return [];
  return [
    `Programs state the address of the server: \`new ${session}({ endpoint: "localhost:50051", insecure: true })\`. If it has TLS, leave out \`insecure\`. If it needs credentials, pass \`credentials\`, such as \`staticToken(token)\`.`,
    ...(usesConnect(repository)
      ? [
          `In a page, \`new ${session}({ baseUrl, protocol: "connect" })\` of ${packageName}/web calls the same Connect servers.`,
        ]
      : []),
  ];
}

interface Names {
  readonly packageName: string;
  readonly session: string;
}
