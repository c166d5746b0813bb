/** A relation's label in one form and direction: `child_of`, `mother` and `parent` all say that the target is a parent. */
export interface Meaning {
  readonly relation: string;
  /** Whether the label belongs to those that are read as a sentence ("A parent_of B") and not as a role ("A's child is B"). */
  readonly sentence: boolean;
}

const roles: Readonly<Record<string, string>> = {
  spouse: "spouse husband wife",
  partner: "partner boyfriend girlfriend",
  sibling: "sibling brother sister",
  friend: "friend",
  colleague: "colleague coworker",
  roommate: "roommate flatmate",
  neighbour: "neighbour neighbor",
  cousin: "cousin",
  parent: "parent mother father",
  child: "child son daughter",
  grandparent: "grandparent grandmother grandfather",
  grandchild: "grandchild grandson granddaughter",
  employer: "employer",
  residence: "residence",
  located_in: "location",
};

const sentences: Readonly<Record<string, string>> = {
  spouse: "married_to spouse_of",
  partner: "partner_of",
  sibling: "sibling_of brother_of sister_of",
  friend: "friend_of friends_with",
  colleague: "colleague_of works_with",
  roommate: "roommate_of lives_with",
  neighbour: "neighbour_of neighbor_of",
  cousin: "cousin_of",
  parent: "child_of son_of daughter_of",
  child: "parent_of mother_of father_of",
  grandparent: "grandchild_of",
  grandchild: "grandparent_of",
  employer: "works_at works_for employed_by",
  lives_in: "lives_in",
  located_in: "located_in based_in",
  part_of: "part_of",
  has_part: "has_part",
  member_of: "member_of",
  works_in: "works_in",
  owns: "owns",
  owned_by: "owned_by",
  manages: "manages",
  managed_by: "managed_by reports_to",
};

const meanings = new Map<string, Meaning>(
  [...entriesOf(roles, false), ...entriesOf(sentences, true)].map(([label, meaning]) => [label, meaning]),
);

function entriesOf(table: Readonly<Record<string, string>>, sentence: boolean): (readonly [string, Meaning])[] {
  return Object.entries(table).flatMap(([relation, labels]) =>
    labels.split(" ").map((label) => [label, { relation, sentence }] as const),
  );
}

/** What a label means, or undefined for one that the rules do not know. */
export function meaningOf(label: string): Meaning | undefined {
  return meanings.get(label);
}

/** The label that says a relation, in the manner of the one that it follows from. */
export function labelOf(relation: string, sentence: boolean): string {
  const labels = (sentence ? sentences[relation] : roles[relation]) ?? sentences[relation] ?? relation;
  return labels.split(" ")[0] ?? relation;
}

/** The relation that holds the other way round; undefined where none does or none is worth saying. */
export const inverses: Readonly<Record<string, string>> = {
  spouse: "spouse",
  partner: "partner",
  sibling: "sibling",
  friend: "friend",
  colleague: "colleague",
  roommate: "roommate",
  neighbour: "neighbour",
  cousin: "cousin",
  parent: "child",
  child: "parent",
  grandparent: "grandchild",
  grandchild: "grandparent",
  part_of: "has_part",
  has_part: "part_of",
  owns: "owned_by",
  owned_by: "owns",
  manages: "managed_by",
  managed_by: "manages",
};

/** A first -r-> B and B -s-> C give A -t-> C. */
export const compositions: readonly (readonly [first: string, second: string, gives: string])[] = [
  ["parent", "parent", "grandparent"],
  ["child", "child", "grandchild"],
  ["parent", "child", "sibling"],
  ["sibling", "sibling", "sibling"],
  ["part_of", "part_of", "part_of"],
  ["member_of", "part_of", "member_of"],
  ["located_in", "located_in", "located_in"],
  ["employer", "located_in", "works_in"],
  ["works_in", "located_in", "works_in"],
  ["residence", "located_in", "lives_in"],
  ["lives_in", "located_in", "lives_in"],
];

/** Values of attributes that name another entity, and its type. */
export const namingKeys: Readonly<Record<string, string>> = {
  employer: "Organisation",
  located_in: "Place",
  residence: "Place",
};
