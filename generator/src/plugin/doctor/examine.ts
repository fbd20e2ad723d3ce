/**
 * The doctor: which parts of the convention the protos of an API meet, and what they cost where they do not, before anything
 * is generated. It asks what the plugin asks, so that it says of an API what the plugin will do.
 */
import { compare } from "../../kit/compare.js";
import type { DescService } from "@bufbuild/protobuf";
import type { Configuration } from "@stratus/convention";
import { Problems, type Problem } from "../../kit/problem.js";
import { codecNames } from "../codecs/names.js";
import type { Service } from "../model/api.js";
import { describeApi, type Described } from "../model/describe.js";
import { isChosen } from "../model/selection.js";
import { parseOptions, type Options } from "../options.js";
import { loadConfiguration } from "../read/configuration.js";
import { readRequest } from "../read/request.js";
import { linkSchema, type Schema } from "../read/schema.js";
import { findInAip, findInPatterns } from "./aip.js";
import { finder, type Finding } from "./finding.js";
import { severities, kinds } from "./kinds.js";
import { countMet, type Met } from "./met.js";
import { findInServices } from "./services.js";
import { findRenamed } from "./names.js";
import { findRules } from "./rules.js";
import { findInUpdates } from "./updates.js";

/** The findings in the protos of an API, and what of it is as it should be. */
export interface Examination {
  /** How many of what there is meet the convention. */
  readonly met: readonly Met[];
  /** The worst first, then by kind and place. */
  readonly findings: readonly Finding[];
}

/**
 * Examines what a request asks code for.
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
    // What lacks an address alone can be looked at nevertheless.
    const described = describeApi(schema, codecNames, { ...options, configuration, allowsUnrouted: true });
    return look({ schema, options, configuration }, described);
  } catch (error) {
    if (error instanceof Problems) return { met: [], findings: error.list.map(refusal) };
    throw error;
  }
}

/** The API that is examined, and how it would be generated. */
interface Subject {
  readonly schema: Schema;
  readonly options: Options;
  readonly configuration: Configuration;
}

function look({ schema, options, configuration }: Subject, described: Described): Examination {
  const { statements } = described;
  const find = finder(schema.source);
  const written = new Map(servicesOf(described).map((service) => [service.typeName, service]));
  const services = chosen(schema, options).filter(({ typeName }) => written.has(typeName));
  const rules = findRules(described, statements, find);
  const findings = [
    ...findInUpdates(services, schema, statements, find),
    ...findInServices(services, written, { ...options, schema, configuration }, find),
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
    met: countMet(services, written, schema, { total: rules.total, left: rules.findings.length }),
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
function refusal({ file, line, element = "", what, fix }: Problem): Finding {
  return { kind: "refused", file, line, element: element.replace(/^[a-z]+ /, ""), detail: `${what}. ${fix}` };
}

const order = Object.keys(kinds);

function byWeight(a: Finding, b: Finding): number {
  return (
    weightOf(a) - weightOf(b) ||
    compare(a.file ?? "", b.file ?? "") ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compare(a.element, b.element)
  );
}

function weightOf({ kind }: Finding): number {
  return severities.indexOf(kinds[kind].severity) * order.length + order.indexOf(kind);
}
