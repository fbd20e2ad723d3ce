// Requests a token of a browser login, as each command does. Prints a digest, because output shows no token.
import { createHash } from "node:crypto";
import { profileToken } from "@stratus/runtime/login";

const [loginFile] = process.argv.slice(2);
const token = await profileToken({ loginFile }, { packageName: "@svc/cloud", profile: "work" });
console.log(createHash("sha256").update(token).digest("hex"));
