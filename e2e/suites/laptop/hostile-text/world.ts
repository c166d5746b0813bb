/** One server for all that is hostile. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { servedDocument } from "@loci/e2e/parts/api-document";
import { printedKeys, startDev } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { operator, type Operator, type Tenant } from "@loci/e2e/parts/tenants";
import type { Described } from "./requests.ts";

export interface HostileWorld {
  readonly url: string;
  readonly document: Described;
  readonly managementKey: string;
  readonly operator: Operator;
  /** A new context; a scope of a name that no scope may have is left out. */
  readonly tenant: (scopes: readonly string[]) => Promise<Tenant>;
  readonly stop: () => Promise<void>;
}

export async function startHostileWorld(): Promise<HostileWorld> {
  const folder = await mkdtemp(join(tmpdir(), "loci-hostile-"));
  const server = await startDev(`pglite:${folder}`, await freePort());
  const { managementKey } = printedKeys(server.output());
  const loci = operator(server.url, managementKey);
  return {
    url: server.url,
    document: (await servedDocument(server.url)) as unknown as Described,
    managementKey,
    operator: loci,
    tenant: (scopes) => loci.tenant(...scopes),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
