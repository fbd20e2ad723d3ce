import { completeWord } from "../argv/flags.js";
import type { BuiltinCommand } from "./builtin-command.js";

/** Runs a built-in command. Its module is loaded on demand. */
export async function runBuiltin(word: string, command: BuiltinCommand): Promise<void> {
  const { host, sdk, argv, rest, version } = command;
  switch (word) {
    case "version": {
      const { name, version: sdkVersion } = sdk.guide.package;
      return host.out(`${host.name} ${version}, ${name} ${sdkVersion}\n`);
    }
    case "completion":
      return host.out((await import("./completion-scripts.js")).completionScript(argv.words[0], host.name));
    case completeWord: {
      const [shell = "", , ...typed] = rest;
      return (await import("./complete.js")).runComplete(command, shell, typed);
    }
    case "skill":
      return host.out((await import("./skill.js")).skillPage(sdk, host.name));
    case "approve":
      return (await import("./run-approve.js")).runApprove(command);
    case "profile":
      return (await import("./run-profile.js")).runProfile(command);
    case "logout":
      return (await import("./run-login.js")).runLogout(command);
    default:
      return (await import("./run-login.js")).runLogin(command);
  }
}
