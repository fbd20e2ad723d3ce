import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { EmulatorError } from "../text/emulator-error.js";

/** The maximum size of an image. The image of all protos of Google's APIs is much smaller. */
const maxImageBytes = 512 * 1024 * 1024;

/**
 * Compiles the protos of a directory with `buf build`. buf is found in `node_modules/.bin` of `cwd` or a parent folder, or else on the
 * PATH.
 *
 * @returns the bytes of a FileDescriptorSet with all imports
 * @throws EmulatorError with buf's own messages if the protos do not compile
 */
export async function bufBuild(directory: string, cwd: string): Promise<Uint8Array> {
  if (!existsSync(resolve(cwd, directory))) {
    throw new EmulatorError(
      "FILE_UNREADABLE",
      `protos: there is no directory ${JSON.stringify(directory)} in ${cwd}`,
    );
  }
  const buf = findBuf(cwd) ?? "buf";
  const args = ["build", directory, "--exclude-source-info", "-o", "-#format=binpb"];
  return new Promise((done, fail) => {
    execFile(buf, args, { cwd, encoding: "buffer", maxBuffer: maxImageBytes }, (error, stdout, stderr) => {
      if (error === null) done(new Uint8Array(stdout));
      else if (error.code === "ENOENT") fail(new EmulatorError("PACKAGE_MISSING", missingBuf));
      else
        fail(
          new EmulatorError(
            "BUF_FAILED",
            `buf build ${directory} failed:\n${stderr.toString("utf8").trim()}`,
          ),
        );
    });
  });
}

const missingBuf =
  "buf was not found: run `npm install -D @bufbuild/buf`, or pass an image made by `buf build -o image.binpb`";

function findBuf(start: string): string | undefined {
  const name = process.platform === "win32" ? "buf.cmd" : "buf";
  for (let directory = resolve(start); ; directory = dirname(directory)) {
    const candidate = join(directory, "node_modules", ".bin", name);
    if (existsSync(candidate)) return candidate;
    if (dirname(directory) === directory) return undefined;
  }
}
