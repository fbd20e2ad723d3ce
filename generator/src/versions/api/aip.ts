/** Statements of an API that follows AIP, as far as a change of them can be noticed. */
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

/** A type of resources (AIP-123). */
export interface ApiResource {
  /** `library.example.com/Book` */
  readonly name: string;
  /** The proto file. */
  readonly file: string;
  /** Full name of the message that holds it; undefined if a file alone names it. */
  readonly message: string | undefined;
  /** Patterns of its names. */
  readonly patterns: readonly string[];
}

/** Statements about the calls of a method. */
export interface ApiCalls {
  /** Field that clients fill with an identifier of the request. */
  readonly requestId: string | undefined;
  /** The fields that say where a request belongs, as text; empty for none. */
  readonly routing: string;
  /** It is an Update that is read before, and the resource says which version it is. */
  readonly hasEtag: boolean;
  /** How long calls take and after which failures they are repeated, as text; empty if the API does not say it. */
  readonly config: string;
}

/** The types of resources of files, each where it is named first. */
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

/** Where statements about calls come from. */
export interface CallSource {
  readonly options: CustomOptions;
  readonly types: Pick<Registry, "getMessage">;
  readonly configuration: Configuration;
}

/** Reads what is stated of the calls of a method. */
export function readCalls(method: DescMethod, { options, types, configuration }: CallSource): ApiCalls {
  const routing = followsAip(method.parent, options) ? readRouting(method, options) : [];
  const config = configuration.callConfig(method);
  return {
    requestId: findRequestId(method, options, configuration.populated(method))?.name,
    routing: routing.map(({ field, template }) => `${field}${template ? ` as ${template}` : ""}`).join(", "),
    hasEtag: findMaskedModify(method, options, types)?.hasEtag === true,
    config: config === undefined ? "" : configText(config),
  };
}

function configText({ timeoutMs, retry }: CallConfig): string {
  const time = timeoutMs === undefined ? [] : [`${timeoutMs / 1000} s`];
  if (retry === undefined) return [...time, "no retries"].join(", ");
  const { codes, maxAttempts, initialBackoffMs, maxBackoffMs, multiplier } = retry;
  const pauses = `pauses of ${initialBackoffMs / 1000} s times ${multiplier} up to ${maxBackoffMs / 1000} s`;
  const attempts = maxAttempts === undefined ? [] : [`${maxAttempts} attempts`];
  return [...time, `retries after ${codes.join(" and ")}`, pauses, ...attempts].join(", ");
}
