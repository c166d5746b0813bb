/**
 * Remember, recall, ask, upload: the first five minutes with the client.
 *
 *     SERVICE_API_KEY=… node examples/typescript/quickstart.ts
 */
import { isLociError, Loci } from "@loci/client";

const loci = new Loci({
  url: process.env["SERVICE_URL"] ?? "http://127.0.0.1:9090",
  apiKey: process.env["SERVICE_API_KEY"] ?? "",
  contextId: process.env["SERVICE_CONTEXT_ID"] ?? "dev",
});

await loci.remember("Mina lives in Bergen. She works as a ferry captain.");

const { hits } = await loci.recall({ query: "Where does Mina live?", k: 3 });
for (const hit of hits) console.log(`${hit.score.toFixed(2)}  ${hit.text}`);

for await (const event of loci.chatStream("What does Mina do, and where?")) {
  if (event.type === "delta") process.stdout.write(event.text);
  if (event.type === "done") for (const { marker, snippet } of event.citations) process.stdout.write(`\n[${marker}] ${snippet}`);
}
console.log();

const timetable = "# Timetable\n\nThe ferry to Askøy leaves every twenty minutes, the last one at 23:40.\n";
const { id } = await loci.documents.upload({ file: new Blob([timetable]), filename: "timetable.md", title: "Ferry timetable" });
await loci.documents.wait(id, { onStatus: ({ status }) => console.log(`timetable.md: ${status}`) });
const answer = await loci.recall("When does the last ferry leave?");
console.log(answer.hits[0]?.text);

try {
  await loci.entities.get("Person", "Nobody");
} catch (error) {
  if (!isLociError(error, "not_found")) throw error;
  console.log("Nobody is known:", error.message);
}
