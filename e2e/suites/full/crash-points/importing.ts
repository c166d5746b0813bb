/** A whole context comes from another one's export: lines of auth, graph and ingest, each stored by its own service. */
import { library, textFile } from "@loci/e2e/parts/documents";
import { succeeded } from "@loci/e2e/parts/memory";
import type { Deed } from "./place.ts";

const notes = textFile("quay.md", "# Quay\n\nThe crane of shed 4 lifts nine tonnes of salted herring.\n");
const mediaType = "application/x-ndjson";

export const anImport: Deed = {
  name: "an import",
  /** @returns the file */
  async prepare({ another }) {
    const { contextId, management, reader } = await another("source");
    await library(reader).keep(notes);
    await reader.remember("Mina works as an architect at Acme.");
    await reader.state([["Person/Mina", "residence", "Lisbon"]]);
    await reader.state([["Person/Mina", "residence", "Porto"]]);
    succeeded(await management.post(`/contexts/${contextId}/principals`, { id: "helper", displayName: "Helper", kind: "agent" }));
    return succeeded(await reader.get<string>("/export"));
  },
  send: ({ reader }, headers, file) => reader.send("POST", "/import", new Blob([file], { type: mediaType }), headers),
};
