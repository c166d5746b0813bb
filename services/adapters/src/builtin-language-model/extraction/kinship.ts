import { words } from "./words.ts";

const table: Readonly<Record<string, string>> = {
  spouse: "husband wife spouse hubby",
  partner: "partner boyfriend girlfriend bf gf fiancé fiancée fiance fiancee",
  sibling: "sister brother sibling twin half-brother half-sister stepsister stepbrother",
  child: "son daughter kid child baby toddler newborn infant stepson stepdaughter youngest eldest oldest firstborn",
  parent: "mother father mom mum dad parent mama papa stepmother stepfather stepmom stepdad",
  grandparent: "grandmother grandfather grandma grandpa grandad granddad granny nana",
  grandchild: "grandson granddaughter grandchild",
  relative:
    "aunt uncle cousin nephew niece godmother godfather godparent godson goddaughter godchild brother-in-law sister-in-law mother-in-law father-in-law son-in-law daughter-in-law",
  friend: "friend buddy bestie pal mate",
  roommate: "roommate flatmate housemate",
  colleague: "colleague coworker co-worker teammate",
  manager: "boss manager supervisor",
  mentor: "mentor coach teacher tutor",
  neighbour: "neighbour neighbor",
};

const pets = words(`
  dog cat puppy kitten rabbit hamster parrot horse pony goldfish fish turtle tortoise snake guinea-pig bunny
  bird lizard ferret gecko iguana budgie canary parakeet cockatiel chinchilla
`);
/** Breeds tell more than that it is a dog. */
const breeds = words(`
  greyhound labrador retriever spaniel terrier poodle dachshund beagle husky corgi bulldog whippet mongrel sheepdog schnauzer pug
`);

const relationByNoun = new Map(
  Object.entries(table).flatMap(([relation, nouns]) => nouns.split(" ").map((noun) => [noun, relation] as const)),
);
const petKinds = new Map([...pets, ...breeds].map((kind) => [kind, kind === "puppy" ? "dog" : kind === "kitten" ? "cat" : kind]));

const irregularPlurals: ReadonlyMap<string, string> = new Map(
  Object.entries({ children: "child", twins: "child", wives: "wife", puppies: "puppy", ponies: "pony" }),
);

export function singular(noun: string): string {
  return irregularPlurals.get(noun) ?? (noun.endsWith("s") && !noun.endsWith("ss") ? noun.slice(0, -1) : noun);
}

/** The relation that a noun names: "sister" is a sibling; undefined for other nouns. */
export function relationOf(noun: string): string | undefined {
  return relationByNoun.get(singular(noun.replace(/^(?:step|half|foster|great|twin)-/, "")));
}

/** The relation that a phrase names by its last word; an office manager is nobody's boss. */
export function relationIn(phrase: string): string | undefined {
  const head = phrase.split(" ").at(-1) ?? "";
  return head === "manager" && !ownManager.test(phrase) ? undefined : relationOf(head);
}

const ownManager = /^(?:(?:new|former|old|direct|immediate|line|current|own|then|previous|first) )*manager$/;

/** Whether a noun names a breed. */
export function isBreed(noun: string): boolean {
  return breeds.includes(singular(noun));
}

/** The kind of animal that a noun names, when people keep it as a pet. */
export function petKind(noun: string): string | undefined {
  return petKinds.get(singular(noun));
}
