/** What changes a memory, each by one request that can be repeated; and what must be there before it. */
import { library, textFile, uploadForm, type File } from "@loci/e2e/parts/documents";
import { succeeded } from "@loci/e2e/parts/memory";
import { anImport } from "./importing.ts";
import type { Deed, Place } from "./place.ts";

const notes = textFile(
  "harbour.md",
  "# Harbour\n\nMina works as a pilot at Porto Harbour.\n\n# Cranes\n\nThe crane of shed 4 lifts nine tonnes of salted herring.\n",
);

const broken: File = {
  name: "torn.pdf",
  type: "application/pdf",
  bytes: new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<< /Type"),
};

const later = textFile("harbour.md", "# Harbour\n\nThe crane of shed 5 lifts four tonnes of salted herring.\n");

const couple = async ({ reader }: Place) => {
  await reader.state([["Person/Mina", "residence", "Lisbon"]]);
  await reader.state([["Person/Wilhelmina", "profession", "pilot"]]);
};
const merged = { keep: "Person/Mina", merge: "Person/Wilhelmina", reason: "One person, two names." };

/** Nobody's birthplace changes: of two, neither takes the other's place. */
const born = (place: string) => [["Person/Mina", "birthplace", place]] as const;

const disagreement = async ({ reader }: Place) => {
  await reader.state(born("Lisbon"));
  await reader.state(born("Porto"));
  const { uncertainties } = succeeded(await reader.get<{ uncertainties: { id: string }[] }>("/uncertainties"));
  const [found] = uncertainties;
  if (found === undefined) throw new Error("nothing is disputed");
  return found.id;
};

export const deeds: readonly Deed[] = [
  {
    name: "a turn",
    send: ({ reader }, headers) => reader.post("/facts", { text: "Mina works as an architect at Acme." }, headers),
  },
  {
    name: "a batch of turns",
    send: ({ reader }, headers) => {
      const messages = ["Joao lives in Faro.", "Joao works at Northwind."].map((content) => ({ role: "user", content }));
      return reader.post("/facts/batch", { extract: "per_message", messages }, headers);
    },
  },
  {
    name: "a turn that is read later",
    send: ({ reader }, headers) => reader.post("/facts", { text: "Rui lives in Braga." }, { ...headers, prefer: "respond-async" }),
  },
  {
    name: "a contradiction",
    prepare: async ({ reader }) => {
      await reader.state(born("Lisbon"));
      return "";
    },
    send: ({ reader }, headers) => {
      const triples = [{ entity: { type: "Person", name: "Mina" }, key: "birthplace", value: "Porto" }];
      return reader.post("/facts", { infer: "triples", triples }, headers);
    },
  },
  {
    name: "a contradiction's end",
    prepare: disagreement,
    send: ({ reader }, headers, id) =>
      reader.post(`/uncertainties/${id}/resolve`, { value: "Porto", reason: "Her passport says so." }, headers),
  },
  { name: "a document", send: ({ reader }, headers) => reader.send("POST", "/documents", uploadForm(notes, {}), headers) },
  {
    name: "a document's end",
    prepare: async ({ reader }) => (await library(reader).keep(notes)).id,
    send: ({ reader }, headers, id) => reader.send("DELETE", `/documents/${id}`, undefined, headers),
  },
  {
    name: "a document's next version",
    prepare: async ({ reader }) => (await library(reader).keep(notes)).id,
    send: ({ reader }, headers, id) => reader.send("PUT", `/documents/${id}`, uploadForm(later, {}), headers),
  },
  {
    name: "another try of a failed document",
    async prepare({ reader }) {
      const { id } = succeeded(await library(reader).upload(broken));
      return (await library(reader).settled(id)).id;
    },
    send: ({ reader }, headers, id) => reader.post(`/documents/${id}/retry`, {}, headers),
    isUnseen: true,
  },
  {
    name: "a correction",
    prepare: ({ reader }) => reader.state([["Person/Mina", "residence", "Lisbon"]]).then(() => ""),
    send: ({ reader }, headers) =>
      reader.post("/entities/Person/Mina/correct", { key: "residence", value: "Porto", reason: "She said so." }, headers),
  },
  {
    name: "a merge",
    prepare: (place) => couple(place).then(() => ""),
    send: ({ reader }, headers) => reader.post("/merges", merged, headers),
  },
  {
    name: "a merge's end",
    async prepare(place) {
      await couple(place);
      return succeeded(await place.reader.post<{ id: string }>("/merges", merged)).id;
    },
    send: ({ reader }, headers, id) => reader.post(`/merges/${id}/undo`, {}, headers),
  },
  {
    name: "an entity's end",
    prepare: (place) => couple(place).then(() => ""),
    send: ({ reader }, headers) => reader.send("DELETE", "/entities/Person/Mina", undefined, headers),
  },
  {
    name: "a session's end",
    prepare: async ({ reader }) => (await reader.remember("Mina works as an architect at Acme.")).sessionId,
    send: ({ reader }, headers, id) => reader.send("DELETE", `/sessions/${id}`, undefined, headers),
  },
  {
    name: "forgetting for good",
    prepare: async ({ reader }) => {
      await reader.remember("Mina works as an architect at Acme.");
      await reader.remember("Joao lives in Faro.");
      return "";
    },
    send: ({ reader }, headers) => reader.post("/forget", { query: "Mina works as an architect at Acme.", purge: true }, headers),
  },
  {
    name: "a principal's key",
    send: ({ management, contextId }, headers) =>
      management.post(`/contexts/${contextId}/principals/admin/keys/laptop`, {}, headers),
  },
  {
    name: "a key's end",
    async prepare({ management, contextId }) {
      succeeded(await management.post(`/contexts/${contextId}/principals/admin/keys/laptop`, {}));
      return "";
    },
    send: ({ management, contextId }, headers) =>
      management.send("DELETE", `/contexts/${contextId}/principals/admin/keys/laptop`, undefined, headers),
  },
  {
    name: "a principal's end",
    async prepare({ management, contextId }) {
      succeeded(await management.post(`/contexts/${contextId}/principals`, { id: "helper", displayName: "Helper", kind: "agent" }));
      succeeded(await management.post(`/contexts/${contextId}/principals/helper/keys/laptop`, {}));
      return "";
    },
    send: ({ management, contextId }, headers) =>
      management.send("DELETE", `/contexts/${contextId}/principals/helper`, undefined, headers),
  },
  {
    name: "a context's end",
    prepare: async ({ reader }) => {
      await library(reader).keep(notes);
      await reader.remember("Mina works as an architect at Acme.");
      return "";
    },
    send: ({ management, contextId }, headers) => management.send("DELETE", `/contexts/${contextId}`, undefined, headers),
  },
  anImport,
];
