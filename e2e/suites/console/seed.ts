/** A small company's memory, so that every page of the console has something to show. Also for a person: see README.md there. */
import type { Loci } from "@loci/client";

const statements: readonly (readonly [day: string, text: string])[] = [
  ["2024-01-15", "Mina Duarte lives in Porto. Mina Duarte works as an architect at Acme."],
  ["2024-02-02", "Ravi Menon lives in Lisbon. Ravi Menon works as a site engineer at Acme."],
  ["2024-02-20", "Jonas Weber lives in Berlin. Jonas Weber works at Northwind."],
  ["2024-03-11", "Mina Duarte moved from Porto to Lisbon in March 2024."],
  ["2024-05-06", "Mina Duarte speaks Portuguese and Danish."],
  ["2024-06-18", "Mina Duarte's manager is Ravi Menon."],
  ["2024-09-02", "Jonas Weber now works at Acme."],
  ["2025-01-20", "Mina Duarte likes oat milk in her coffee and dislikes early meetings."],
  ["2025-03-03", "The harbour project is delayed because the permit is missing."],
  ["2025-05-12", "Mina Duarte is now the head of design at Acme."],
  ["2025-08-25", "Ravi Menon moved to Porto in August 2025."],
  ["2025-10-01", "Always answer Mina Duarte in Portuguese."],
];

/** Two people say different things, and nothing in the words says which is right. */
const disagreements: readonly (readonly [day: string, text: string])[] = [
  ["2024-02-01", "Mina Duarte was born on 3 May 1990."],
  ["2024-04-01", "Mina Duarte was born on 4 May 1990."],
  ["2024-02-11", "Jonas Weber was born on 12 July 1986."],
  ["2025-02-11", "Jonas Weber was born on 21 July 1986."],
  ["2024-07-01", "Ravi Menon was born on 9 January 1979."],
  ["2025-07-01", "Ravi Menon was born on 9 January 1978."],
];

type Relation = readonly [day: string, subject: string, label: string, object: string];

const relations: readonly Relation[] = [
  ["2024-01-15", "Person/Mina Duarte", "member_of", "Team/Design"],
  ["2024-02-02", "Person/Ravi Menon", "member_of", "Team/Engineering"],
  ["2024-02-02", "Team/Design", "part_of", "Organisation/Acme"],
  ["2024-02-02", "Team/Engineering", "part_of", "Organisation/Acme"],
  ["2024-04-10", "Person/Mina Duarte", "works_on", "Project/Harbour"],
  ["2024-04-10", "Person/Ravi Menon", "works_on", "Project/Harbour"],
  ["2024-09-02", "Person/Jonas Weber", "member_of", "Team/Engineering"],
  ["2024-09-20", "Person/Jonas Weber", "works_on", "Project/Library"],
  ["2024-10-01", "Project/Harbour", "located_in", "Place/Lisbon"],
  ["2024-10-01", "Project/Library", "located_in", "Place/Porto"],
  ["2025-02-01", "Person/Ana Lima", "member_of", "Team/Design"],
  ["2025-02-01", "Person/Ana Lima", "works_on", "Project/Library"],
  ["2025-03-03", "Organisation/Port Authority", "grants_permit_for", "Project/Harbour"],
  ["2025-05-12", "Person/Ana Lima", "mentored_by", "Person/Mina Duarte"],
  ["2025-06-01", "Person/Lea Brandt", "member_of", "Team/Engineering"],
  ["2025-06-01", "Person/Lea Brandt", "works_on", "Project/Harbour"],
  ["2025-09-01", "Organisation/Northwind", "supplies", "Project/Library"],
];

/** Fills a context: people, what they said at which time, what contradicts, and what belongs together. */
export async function seed(loci: Loci): Promise<void> {
  for (const [day, text] of [...statements, ...disagreements]) await loci.remember({ text, observedAt: at(day) });
  for (const [day, subject, label, object] of relations) {
    const triple = { entity: entity(subject), key: label, target: entity(object) };
    await loci.remember({ triples: [triple], infer: "triples", observedAt: at(day) });
  }
}

const at = (day: string) => `${day}T09:00:00Z`;

function entity(ref: string): { type: string; name: string } {
  const [type = "", name = ""] = ref.split("/");
  return { type, name };
}
