/** Generates the certificate of an emulator. `der` encodes it. */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { bitString, der, generalizedTime, objectId, unsignedInteger, sequence } from "./der.js";

/** A certificate and its private key, both in PEM. */
export interface ServerCertificate {
  readonly certificatePem: string;
  readonly keyPem: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Generates a self-signed certificate (RFC 5280) for these hosts, with a new P-256 key, valid for a year. A client that trusts the
 * certificate accepts it for every host in it.
 */
export function generateCertificate(hosts: readonly string[], now: Date): ServerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = commonName("Local emulator");
  const algorithm = sequence(objectId("1.2.840.10045.4.3.2")); // ecdsa-with-SHA256
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    unsignedInteger(randomBytes(16)),
    algorithm,
    name,
    sequence(
      generalizedTime(new Date(now.getTime() - dayMs)),
      generalizedTime(new Date(now.getTime() + 365 * dayMs)),
    ),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(subjectAltName(hosts), certificateAuthority())),
  );
  const signature = sign("sha256", content, privateKey);
  return {
    certificatePem: pem(sequence(content, algorithm, bitString(signature))),
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function commonName(text: string): Uint8Array {
  return sequence(der(0x31, sequence(objectId("2.5.4.3"), der(0x0c, Buffer.from(text, "utf8")))));
}

/** RFC 5280, section 4.2.1.6: DNS names under tag 2, addresses under tag 7. */
function subjectAltName(hosts: readonly string[]): Uint8Array {
  const names = hosts.map((host) =>
    isIP(host) === 4
      ? der(0x87, Buffer.from(host.split(".").map(Number)))
      : der(0x82, Buffer.from(host, "latin1")),
  );
  return sequence(objectId("2.5.29.17"), der(0x04, sequence(...names)));
}

/** RFC 5280, section 4.2.1.9: critical, and a CA, since it signs itself. */
function certificateAuthority(): Uint8Array {
  const yes = der(0x01, Buffer.from([0xff]));
  return sequence(objectId("2.5.29.19"), yes, der(0x04, sequence(yes)));
}

function pem(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
