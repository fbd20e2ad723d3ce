import type { DescFile, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import { declaresOptions, filesOfTypes, reachedFrom } from "./file-graph.js";

/** The files that are generated, and the services that have clients. */
export interface Selection {
  /** In the order of the schema: a file after what it imports. */
  readonly files: readonly DescFile[];
  readonly services: ReadonlySet<DescService>;
}

/** The options that select services. */
export interface Filter {
  /** Patterns of full service names; empty for all. */
  readonly services: readonly string[];
  readonly exclude: readonly string[];
}

/** Tells what a session is wired to: it is needed whatever services were chosen. */
export interface Wired {
  /** The service reads operations. */
  isReader(service: DescService): boolean;
  /** The service reads operations that methods of the others start, where only those that do are wanted. */
  isReaderOf(service: DescService, others: readonly DescService[]): boolean;
  /** Types that a method names in its options and not in its signature. */
  typesOf(method: DescMethod): readonly DescMessage[];
  /** The service exchanges tokens; a session is wired to one alone. */
  isExchange(service: DescService): boolean;
  /** The file declares a service error. */
  hasErrors(file: DescFile): boolean;
}

/**
 * Chooses the files to write: those that were asked for, and those that declare
 * a type which these use. Files that only declare options are left out, as are
 * files with nothing in them. With a filter of services the files of these are
 * what was asked for, beside what a session is wired to.
 */
export function selectFiles(
  schema: { readonly files: readonly DescFile[]; readonly generate: readonly DescFile[] },
  filter: Filter,
  wired: Wired,
): Selection {
  const services = chooseServices(schema, filter, wired);
  const hasService = (file: DescFile): boolean => file.services.some((service) => services.has(service));
  const isFiltered = filter.services.length > 0;
  const roots = schema.generate.filter((file) => {
    if (isFiltered) return hasService(file) || wired.hasErrors(file);
    return hasService(file) || !declaresOptions(file);
  });
  const needed = closeOver(roots, services, wired);
  return {
    files: schema.files.filter(
      (file) => needed.has(file) && (file.messages.length > 0 || file.enums.length > 0 || hasService(file)),
    ),
    services,
  };
}

/**
 * Returns the selected services, the services that read operations, and a service that exchanges tokens if none was
 * selected. Services of imported files are included only if they read operations of selected services.
 */
function chooseServices(
  { files, generate }: Parameters<typeof selectFiles>[0],
  { services, exclude }: Filter,
  wired: Wired,
): ReadonlySet<DescService> {
  const allow = (some: readonly DescFile[]): DescService[] =>
    some.flatMap((file) => file.services).filter((service) => !isNamed(service, exclude));
  const allowed = allow(generate);
  const chosen = allowed.filter((service) => isChosen(service, services));
  const [exchange] = chosen.some(wired.isExchange)
    ? []
    : allowed.filter(wired.isExchange).sort((a, b) => (a.typeName < b.typeName ? -1 : 1));
  const isIn = (service: DescService): boolean =>
    chosen.includes(service) || wired.isReader(service) || service === exchange;
  const readers = allow(files).filter((service) => wired.isReaderOf(service, chosen));
  return new Set([...allowed.filter(isIn), ...readers]);
}

/** Whether the user's choice of services takes it in; without a choice, all are. */
export function isChosen(service: DescService, services: Filter["services"]): boolean {
  return services.length === 0 || isNamed(service, services);
}

function isNamed({ typeName }: DescService, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, typeName));
}

/** `*` stands for any text. Without a regular expression, since those can be made to run for ever. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  if (parts.length === 0) return pattern === name;
  const last = parts.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let from = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, from);
    if (found < 0 || found + part.length > name.length - last.length) return false;
    from = found + part.length;
  }
  return true;
}

/** The files, and those of all types that their messages and services use. */
function closeOver(
  roots: readonly DescFile[],
  services: ReadonlySet<DescService>,
  wired: Wired,
): ReadonlySet<DescFile> {
  return reachedFrom([...roots, ...[...services].map(({ file }) => file)], (file) => {
    const methods = file.services.filter((one) => services.has(one)).flatMap((one) => one.methods);
    const types = methods.flatMap((method) => [method.input, method.output, ...wired.typesOf(method)]);
    return [...file.messages.flatMap(filesOfTypes), ...types.map((type) => type.file)];
  });
}
