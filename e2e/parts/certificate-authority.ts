/** A certificate authority for one test, made with openssl. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

export interface WantedCertificate {
  /** As openssl writes it: /O=group/CN=name. */
  readonly subject: string;
  /** What it is valid for as a server: "DNS:localhost", "IP:127.0.0.1". None for a client's. */
  readonly hosts?: readonly string[];
}

export interface CertificateAuthority extends CertificateFiles {
  /** Writes <name>.crt and <name>.key into the authority's folder. */
  issue(name: string, wanted: WantedCertificate): Promise<CertificateFiles>;
}

/** @param folder that exists; everything is written there */
export async function makeAuthority(folder: string): Promise<CertificateAuthority> {
  const config = join(folder, "openssl.cnf");
  // The machine's own configuration must not add anything.
  await writeFile(config, "[req]\ndistinguished_name = name\nprompt = no\n[name]\nCN = given by -subj\n");
  const request = async (name: string, subject: string, extensions: readonly string[], signer: readonly string[]) => {
    const files = { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
    const kind = ["-x509", "-config", config, "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "7"];
    const added = extensions.flatMap((extension) => ["-addext", extension]);
    await run("openssl", [
      ...["req", ...kind, "-subj", subject, ...added, ...signer],
      ...["-keyout", files.key, "-out", files.certificate],
    ]);
    return files;
  };
  const authority = await request(
    "authority",
    "/CN=loci-test-authority",
    ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign"],
    [],
  );
  return {
    ...authority,
    issue(name, { subject, hosts = [] }) {
      const usage = ["basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature"];
      // A server of the cluster is a client of another at times, under the same name.
      const server = hosts.length > 0 ? [`subjectAltName=${hosts.join(",")}`, "extendedKeyUsage=serverAuth,clientAuth"] : [];
      const extensions = [...usage, ...(server.length > 0 ? server : ["extendedKeyUsage=clientAuth"])];
      return request(name, subject, extensions, ["-CA", authority.certificate, "-CAkey", authority.key]);
    },
  };
}
