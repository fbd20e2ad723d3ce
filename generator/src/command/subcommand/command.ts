import { parseArgs, type ParseArgsConfig } from "node:util";
import { CommandError } from "../../kit/problem.js";
import { nearestName } from "../../kit/text/casing.js";

/** The output of a command. */
export interface CommandIo {
  /** Text for people. */
  readonly out: (text: string) => void;
  /** Error text for people. */
  readonly error: (text: string) => void;
  /** Asks a question and returns whether the answer is yes. Undefined if there is nobody to ask. */
  readonly ask?: (question: string) => Promise<boolean>;
  /** Whether text for people may have colors; default false. */
  readonly isColored?: boolean;
}

/** A command of `stratus`. */
export interface Command {
  /** First argument. */
  readonly name: string;
  /** The command line, without `stratus`. */
  readonly usage: string;
  /** A description in one line. */
  readonly help: string;
  /**
   * Runs the command.
   *
   * @param args The arguments after the name.
   * @returns The exit code: 0 for success, 2 for wrong arguments.
   */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}

type OptionTypes = NonNullable<ParseArgsConfig["options"]>;

/** The values of the options of a command. */
export type OptionValues<Options extends OptionTypes> = ReturnType<
  typeof parseArgs<{ options: Options }>
>["values"];

/** A command whose arguments are parsed. */
interface ParsedCommand<Options extends OptionTypes> extends Omit<Command, "run"> {
  /** The text of `--help`. */
  readonly text: string;
  readonly options: Options;
  /** The name of the only argument that is not an option. Default: any number of arguments. */
  readonly onlyPositional?: string;
  run(values: OptionValues<Options>, positionals: readonly string[], io: CommandIo): Promise<number>;
}

/** Creates a command with `--help`. It rejects too many arguments. */
export function createCommand<const Options extends OptionTypes>(given: ParsedCommand<Options>): Command {
  const { name, usage, help, text, onlyPositional } = given;
  const options = { ...given.options, help: { type: "boolean", short: "h" } } as const;
  return {
    name,
    usage,
    help,
    async run(args, io) {
      refuseUnknownOptions(args, options);
      const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
      if ("help" in values) {
        io.out(text);
        return 0;
      }
      if (onlyPositional !== undefined && positionals.length > 1) {
        throw new CommandError("ARGUMENT_INVALID", `Name at most one ${onlyPositional}`);
      }
      return given.run(values as OptionValues<Options>, positionals, io);
    },
  };
}

/** Refuses an option that the command does not have, and names the nearest one that it has. */
function refuseUnknownOptions(args: readonly string[], options: OptionTypes): void {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option" || Object.hasOwn(options, token.name)) continue;
    const names = Object.keys(options).map((name) => `--${name}`);
    const given = `--${token.name}`;
    const nearest =
      nearestName(given, names) ?? names.find((one) => given.startsWith(one) || one.startsWith(given));
    throw new CommandError(
      "OPTION_UNKNOWN",
      `There is no option ${JSON.stringify(token.rawName.slice(0, 100))}. ${
        nearest === undefined ? `The options are ${names.join(", ")}` : `Did you mean ${nearest}?`
      }`,
    );
  }
}

/**
 * Checks the value of an option with a fixed list of values.
 *
 * @returns undefined if the option is not set
 */
export function readChoice<T extends string>(
  option: string,
  given: string | undefined,
  known: readonly T[],
): T | undefined {
  const found = known.find((one) => one === given);
  if (given !== undefined && found === undefined)
    throw new CommandError(
      "OPTION_INVALID",
      `${option} ${JSON.stringify(given)} is not one of ${known.join(", ")}`,
    );
  return found;
}
