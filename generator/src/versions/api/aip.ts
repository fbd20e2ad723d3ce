/** Facts that an API states in the annotations of AIP, if a change of them affects programs. */
import type { DescFile, DescMessage, DescMethod, Registry } from "@bufbuild/protobuf";
import {
  type CallConfig,
  type Configuration,
  type CustomOptions,
  findMaskedModify,
  findRequestId,
  followsAip,
  readResourceDefinitions,
  readResourceType,
  readRouting,
} from "@stratus/convention";
import { withNested } from "../../plugin/model/file-graph.js";

/** A resource type (AIP-123). */
export interface ApiResource {
  /** `library.example.com/Book` */
  readonly name: string;
  /** The proto file. */
  readonly file: string;
  /** Full name of its message; undefined if only a file option defines it. */
  readonly message: string | undefined;
  /** Its name patterns. */
  readonly patterns: readonly string[];
}

/** Facts about the calls of a method. */
export interface ApiCalls {
  /** The field for a request ID, which clients set (AIP-155). */
  readonly requestId: string | undefined;
  /** The fields of the routing header (AIP-4222), as text; empty if there are none. */
  readonly routing: string;
  /** It is an Update of a resource with an `etag`, which `modify` reads first. */
  readonly hasEtag: boolean;
  /** Timeout and retry policy as text; empty if the API states none. */
  readonly config: string;
}

/** Reads the resource types of files. The definition in a message wins over one in a file option. */
export function readResources(files: readonly DescFile[], options: CustomOptions): ApiResource[] {
  const ofMessages = files
    .flatMap((file): DescMessage[] => file.messages.flatMap(withNested))
    .flatMap((message) => {
      const found = readResourceType(message, options);
      const [file, name] = [message.file.proto.name, message.typeName];
      return found ? [{ name: found.type, file, message: name, patterns: found.patterns }] : [];
    });
  const ofFiles = files.flatMap((file) =>
    readResourceDefinitions(file, options).map(({ type, patterns }) => {
      return { name: type, file: file.proto.name, message: undefined, patterns };
    }),
  );
  return [...new Map([...ofFiles, ...ofMessages].map((one) => [one.name, one])).values()];
}

/** Sources of the facts about calls. */
export interface CallSource {
  readonly options: CustomOptions;
  readonly types: Pick<Registry, "getMessage">;
  readonly configuration: Configuration;
}

/** Reads the facts about the calls of a method. */
export function readCalls(method: DescMethod, { options, types, configuration }: CallSource): ApiCalls {
  const routing = followsAip(method.parent, options) ? readRouting(method, options) : [];
  const config = configuration.callConfig(method);
  return {
    requestId: findRequestId(method, options, configuration.autoPopulatedFields(method))?.name,
    routing: routing.map(({ field, template }) => `${field}${template ? ` as ${template}` : ""}`).join(", "),
    hasEtag: findMaskedModify(method, options, types)?.hasEtag === true,
    config: config === undefined ? "" : formatConfiguration(config),
  };
}

function formatConfiguration({ timeoutMs, retry }: CallConfig): string {
  const time = timeoutMs === undefined ? [] : [`${timeoutMs / 1000} s`];
  if (retry === undefined) return [...time, "no retries"].join(", ");
  const { codes, maxAttempts, initialBackoffMs, maxBackoffMs, multiplier } = retry;
  const pauses = `pauses of ${initialBackoffMs / 1000} s times ${multiplier} up to ${maxBackoffMs / 1000} s`;
  const attempts = maxAttempts === undefined ? [] : [`${maxAttempts} attempts`];
  return [...time, `retries after ${codes.join(" and ")}`, pauses, ...attempts].join(", ");
}
