import { builtIn } from "../auth/built-in.js";

/**
 * Opens a URL in the browser of this machine.
 *
 * @returns whether a browser was started; false if the machine has none, or the person works on another one
 */
export async function openBrowser(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const command = browserCommand(env);
  if (!command) return false;
  const [program, ...words] = command;
  // The variable may say where the address goes, as other programs understand it.
  const args = words.includes("%s") ? words.map((word) => (word === "%s" ? url : word)) : [...words, url];
  return new Promise((done) => {
    const child = builtIn.childProcess().spawn(program, args, {
      stdio: "ignore",
      detached: true,
      windowsHide: true,
    });
    child.once("error", () => done(false));
    child.once("spawn", () => done(true));
    child.unref();
  });
}

/** Returns the command that opens URLs; undefined if there is no screen for a browser. */
export function browserCommand(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): readonly [string, ...string[]] | undefined {
  const [first = ""] = (env["BROWSER"] ?? "").split(builtIn.paths().delimiter);
  const [program = "", ...words] = first.split(/\s+/);
  if (program !== "") return [program, ...words];
  if (env["SSH_CONNECTION"] || env["CI"]) return undefined;
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open"] : undefined;
}
