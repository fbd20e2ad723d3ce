import { CommandError } from "../../kit/problem.js";
import { execFile } from "node:child_process";

/** Maximum size of an image in bytes, several times that of all public Google APIs. */
const maxImageBytes = 512 * 1024 * 1024;

/**
 * Builds an image with `buf build` from a folder, a module, an archive or an image. It runs the buf on the PATH, to which
 * npx and package managers add that of the repository.
 *
 * @throws Error with the messages of buf if the protos do not compile, or with instructions if buf is not installed.
 */
export function buildImage(input: string): Promise<Uint8Array> {
  return new Promise((done, fail) => {
    const args = ["build", input, "-o", "-#format=binpb"];
    execFile("buf", args, { encoding: "buffer", maxBuffer: maxImageBytes }, (error, stdout, stderr) => {
      if (error === null) done(new Uint8Array(stdout));
      else if (error.code === "ENOENT") fail(new CommandError("PACKAGE_MISSING", missingBuf));
      else
        fail(
          new CommandError("PROTO_INVALID", `buf build ${input} failed:\n${stderr.toString("utf8").trim()}`),
        );
    });
  });
}

const missingBuf =
  "buf is not installed. Run `npm install --save-dev @bufbuild/buf`, then run this command with npx";
