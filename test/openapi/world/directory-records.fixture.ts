import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** The result of one document. */
export interface DocumentRecord {
  readonly file: string;
  /** Why it is refused. Undefined if it is generated. */
  readonly refused?: string;
  readonly operations: number;
  readonly omitted: readonly string[];
  readonly examples: number;
  readonly passedExamples: number;
  /** The first differences between examples and guards. */
  readonly differences: readonly string[];
  readonly parameters: number;
  readonly passedParameters: number;
  /** The first differences between parameters' examples or defaults and their descriptions. */
  readonly parameterDifferences: readonly string[];
  /** The examples of bodies, those that are sent, and the first differences of the others. */
  readonly bodies: number;
  readonly passedBodies: number;
  readonly bodyDifferences: readonly string[];
  readonly ms: number;
}

/** The result of one document that is compiled and given to the peers. */
export interface ComparedRecord {
  readonly compared: string;
  readonly isCompiled: boolean;
  /** Examples that are compared with printed types too, and those on which type and guard agree. */
  readonly typed: number;
  readonly agreed: number;
  readonly disagreements: readonly string[];
  /** Whether each peer reads the document. */
  readonly peers: Readonly<Record<string, boolean>>;
}

/** The results of a run, which a file keeps, so that a run that was interrupted continues. */
export class DirectoryRecords {
  readonly documents: DocumentRecord[] = [];
  readonly compared: ComparedRecord[] = [];
  readonly #file: string | undefined;

  constructor(file: string | undefined) {
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    for (const line of readFileSync(file, "utf8").split("\n"))
      if (line !== "") this.#keep(JSON.parse(line) as DocumentRecord | ComparedRecord);
  }

  add(record: DocumentRecord | ComparedRecord): void {
    this.#keep(record);
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(record)}\n`);
  }

  #keep(record: DocumentRecord | ComparedRecord): void {
    if ("compared" in record) this.compared.push(record);
    else this.documents.push(record);
  }

  /** Prints what the documentation quotes. */
  table(): string {
    const { documents, compared } = this;
    const count = (of: (one: DocumentRecord) => number): number =>
      documents.reduce((total, one) => total + of(one), 0);
    const countCompared = (of: (one: ComparedRecord) => number): number =>
      compared.reduce((total, one) => total + of(one), 0);
    const line = (name: string, part: number, whole: number): string =>
      `| ${name} | ${part.toLocaleString("en")} of ${whole.toLocaleString("en")} |`;
    const operations = count((one) => one.operations);
    return [
      "| published documents | |",
      "|---|---|",
      line(
        "generated",
        count((one) => Number(one.refused === undefined)),
        documents.length,
      ),
      line("operations generated", operations, operations + count((one) => one.omitted.length)),
      line(
        "clients that compile, of a sample",
        countCompared((one) => Number(one.isCompiled)),
        compared.length,
      ),
      ...Object.keys(compared[0]?.peers ?? {}).map((name) =>
        line(
          `read by ${name}`,
          countCompared((one) => Number(one.peers[name])),
          compared.length,
        ),
      ),
      line(
        "examples of responses that guards accept",
        count((one) => one.passedExamples),
        count((one) => one.examples),
      ),
      line(
        "examples on which types and guards agree",
        countCompared((one) => one.agreed),
        countCompared((one) => one.typed),
      ),
      line(
        "examples and defaults of parameters that are sent",
        count((one) => one.passedParameters),
        count((one) => one.parameters),
      ),
      line(
        "examples of bodies that are sent",
        count((one) => one.passedBodies),
        count((one) => one.bodies),
      ),
    ].join("\n");
  }
}
