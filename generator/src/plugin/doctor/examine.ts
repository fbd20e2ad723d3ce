/**
 * The doctor: checks the protos of an API against the convention before anything is generated, and explains the effect of
 * what is missing. It uses the model of the plugin, so that it predicts what the plugin does.
 */
import { compare } from "../../kit/compare.js";
import type { DescService } from "@bufbuild/protobuf";
import type { ApiKind, Configuration } from "@stratus/convention";
import { Problems, type Problem } from "../../kit/problem.js";
import { codecNames } from "../codecs/names.js";
import type { Service } from "../model/api.js";
import { describeKind } from "../model/kind.js";
import { describeApi, type Described } from "../model/describe.js";
import { isChosen } from "../model/selection.js";
import { parseOptions, type Options } from "../options.js";
import { loadConfiguration } from "../read/configuration.js";
import { loadNamesFile } from "../read/names-file.js";
import { readRequest } from "../read/request.js";
import { linkSchema, type Schema } from "../read/schema.js";
import { findInAip, findInPatterns } from "./aip.js";
import { allKinds, findingKind, severities } from "./finding-kinds.js";
import { createFind, type Finding } from "./finding.js";
import { countCoverage, type Coverage } from "./coverage.js";
import { findInServices } from "./services.js";
import { findRenamed } from "./names.js";
import { findRules } from "./rules.js";
import { findInUpdates } from "./updates.js";

/** The findings in the protos of an API, and how much of it meets the convention. */
export interface Examination {
  /** The kind of the API; undefined if the API cannot be generated. */
  readonly kind?: ApiKind;
  /** The kind and what it means, for people. */
  readonly about?: string;
  /** Counts of what meets the convention. */
  readonly coverage: readonly Coverage[];
  /** The worst first, then by kind and place. */
  readonly findings: readonly Finding[];
}

/**
 * Examines the files of a request that code is generated for.
 *
 * @param bytes An encoded CodeGeneratorRequest.
 * @throws Problems if the request or its options cannot be read.
 */
export async function examine(bytes: Uint8Array): Promise<Examination> {
  const request = readRequest(bytes);
  const options = parseOptions(request.parameter);
  const schema = linkSchema(request);
  try {
    const configuration = await loadConfiguration(options);
    // An API that lacks nothing but endpoints is examined, too.
    const recorded = await loadNamesFile(options.since);
    const described = describeApi(schema, codecNames, {
      ...options,
      configuration,
      recorded,
      acceptsMissing: true,
    });
    return findAll({ schema, options, configuration }, described);
  } catch (error) {
    if (error instanceof Problems) return { coverage: [], findings: error.list.map(toFinding) };
    throw error;
  }
}

/** The API that is examined, and how it would be generated. */
interface Subject {
  readonly schema: Schema;
  readonly options: Options;
  readonly configuration: Configuration;
}

function findAll({ schema, options, configuration }: Subject, described: Described): Examination {
  const { annotations } = described;
  const { kind } = described.api.wiring;
  const find = createFind(schema.source);
  const written = new Map(servicesOf(described).map((service) => [service.typeName, service]));
  const services = chosen(schema, options).filter(({ typeName }) => written.has(typeName));
  const rules = findRules(described, annotations, find);
  const findings = [
    ...(kind === "grpc" ? [] : findInUpdates(services, schema, annotations, find)),
    ...findInServices(services, written, { kind, schema, configuration }, find),
    ...findInAip(
      services.filter(({ typeName }) => !written.get(typeName)?.operationReader),
      schema,
      configuration,
      find,
    ),
    ...findInPatterns(schema.generate, schema, find),
    ...findRenamed(described, services, written, find),
    ...rules.findings,
  ];
  return {
    kind,
    about: describeKind({ kind }, options.kind, servicesOf(described)),
    coverage: countCoverage(services, written, schema, kind, {
      total: rules.total,
      left: rules.findings.length,
    }),
    findings: findings.sort(byWeight),
  };
}

function chosen({ generate }: Schema, options: Options): readonly DescService[] {
  return generate.flatMap((file) => file.services).filter((service) => isChosen(service, options.services));
}

function servicesOf({ api }: Described): readonly Service[] {
  return api.packages.flatMap(({ files }) => files.flatMap(({ services }) => services));
}

/** A problem that stops the generator, as a finding. */
function toFinding({ code, file, line, element = "", what, fix }: Problem): Finding {
  return { code, file, line, element: element.replace(/^[a-z]+ /, ""), detail: `${what}. ${fix}` };
}

function byWeight(a: Finding, b: Finding): number {
  return (
    weight(a) - weight(b) ||
    compare(a.file ?? "", b.file ?? "") ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compare(a.element, b.element)
  );
}

function weight({ code }: Finding): number {
  const kind = findingKind(code);
  return severities.indexOf(kind.severity) * allKinds.length + allKinds.indexOf(kind);
}
