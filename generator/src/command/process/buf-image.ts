import { execFile } from "node:child_process";

/** An image with every proto of a repository of Google's size stays well under this. */
const maxImageBytes = 512 * 1024 * 1024;

/**
 * The image that `buf build` makes of an input: a folder, a module, an archive or an image. Buf is the one on the PATH, to which
 * npx and the scripts of package managers add that of the repository.
 *
 * @throws Error with buf's own words if the protos do not compile, or with the way out if there is no buf.
 */
export function bufImage(input: string): Promise<Uint8Array> {
  return new Promise((done, fail) => {
    const args = ["build", input, "-o", "-#format=binpb"];
    execFile("buf", args, { encoding: "buffer", maxBuffer: maxImageBytes }, (error, stdout, stderr) => {
      if (error === null) done(new Uint8Array(stdout));
      else if (error.code === "ENOENT") fail(new Error(missingBuf));
      else fail(new Error(`buf build ${input} failed:\n${stderr.toString("utf8").trim()}`));
    });
  });
}

const missingBuf = "buf was not found: run `npm install --save-dev @bufbuild/buf`, and this command by npx";
