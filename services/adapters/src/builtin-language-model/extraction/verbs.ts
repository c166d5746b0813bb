import { words } from "./words.ts";
/** A form of a verb that the reader knows. */
export interface VerbForm {
  readonly lemma: string;
  readonly base: boolean;
  /** Simple past or participle. */
  readonly past: boolean;
  readonly ing: boolean;
}

const regular = `
  accept acquire adopt adore apply attend bake become begin belong born break bring build buy call camp celebrate climb
  close coach collect come compete complete contain cook cost create cycle dance date decide depend design despise
  detest develop direct discover dislike divorce donate draw drink drive earn eat employ enjoy enrol enroll finish fish
  fly found garden get give go graduate grow hail hate have head hear hike hire hope host hunt identify intend invent
  jog join keep knit launch lead learn leave like listen live lose love maintain major make manage marry meditate meet
  mentor merge migrate move name need offer open operate organise organize own paint participate pass perform photograph
  plan play practice practise prefer present produce provide publish purchase quit read receive record release relocate
  rename replace reside resign retire run see sell send separate serve settle sew sign sing sketch ski speak sponsor
  stand start study suffer support surf swim switch take teach train transfer travel try turn use visit volunteer want
  watch weigh welcome win wish work write
`;

const doubled = new Set(["quit", "run", "knit", "swim", "jog", "plan", "win", "get", "transfer", "enrol"]);

const irregular: Readonly<Record<string, readonly string[]>> = {
  begin: ["began", "begun"],
  quit: ["quit"],
  leave: ["left"],
  become: ["became"],
  teach: ["taught"],
  run: ["ran"],
  lead: ["led"],
  drive: ["drove", "driven"],
  sell: ["sold"],
  build: ["built"],
  sing: ["sang", "sung"],
  swim: ["swam", "swum"],
  draw: ["drew", "drawn"],
  write: ["wrote", "written"],
  read: ["read"],
  lose: ["lost"],
  break: ["broke", "broken"],
  get: ["got", "gotten"],
  have: ["had"],
  go: ["went", "gone"],
  take: ["took", "taken"],
  grow: ["grew", "grown"],
  come: ["came"],
  speak: ["spoke", "spoken"],
  eat: ["ate", "eaten"],
  drink: ["drank", "drunk"],
  buy: ["bought"],
  win: ["won"],
  meet: ["met"],
  see: ["saw", "seen"],
  hear: ["heard"],
  fly: ["flew", "flown"],
  send: ["sent"],
  make: ["made"],
  give: ["gave", "given"],
  keep: ["kept"],
  stand: ["stood"],
  bring: ["brought"],
  sew: ["sewed", "sewn"],
  cost: ["cost"],
};

function withS(lemma: string): string {
  if (lemma === "have") return "has";
  if (/(?:s|x|z|ch|sh|o)$/.test(lemma)) return `${lemma}es`;
  return /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ies` : `${lemma}s`;
}

function withEd(lemma: string): string {
  if (lemma.endsWith("e")) return `${lemma}d`;
  if (/[^aeiou]y$/.test(lemma)) return `${lemma.slice(0, -1)}ied`;
  return doubled.has(lemma) ? `${lemma}${lemma.at(-1) ?? ""}ed` : `${lemma}ed`;
}

function withIng(lemma: string): string {
  if (doubled.has(lemma)) return `${lemma}${lemma.at(-1) ?? ""}ing`;
  return /[^e]e$/.test(lemma) ? `${lemma.slice(0, -1)}ing` : `${lemma}ing`;
}

function allForms(): ReadonlyMap<string, VerbForm> {
  const forms = new Map<string, VerbForm>();
  const add = (text: string, form: VerbForm) => {
    const known = forms.get(text);
    forms.set(
      text,
      known?.lemma === form.lemma ? { ...known, base: known.base || form.base, past: known.past || form.past } : (known ?? form),
    );
  };
  for (const lemma of new Set(words(regular))) {
    add(lemma, { lemma, base: true, past: false, ing: false });
    add(withS(lemma), { lemma, base: true, past: false, ing: false });
    add(withIng(lemma), { lemma, base: false, past: false, ing: true });
    for (const past of irregular[lemma] ?? [withEd(lemma)]) add(past, { lemma, base: false, past: true, ing: false });
  }
  return forms;
}

const forms = allForms();

/** The verb of which a word (lower case) is a form, where the reader knows it. */
export function verbForm(word: string): VerbForm | undefined {
  return forms.get(word);
}
