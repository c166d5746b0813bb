/** How people are addressed, before and behind their names, in several languages. All words are in lower case, without accents and dots. */

export interface Honorific {
  /** One word for all that say the same: "Herr" and "Mr". */
  readonly title: string;
  /** "m" or "f" where it says so, else "". */
  readonly gender: string;
  /** Whether it is said with a given name as well as with a family name. */
  readonly isFamiliar: boolean;
}

/** `title: its words`, by what they tell of the gender. */
const formal = {
  "": `dr: dr doctor dott dottore dra doctora; prof: prof professor profesor profesora professore; rev: rev reverend; capt: capt captain
    kapitan; mx: mx; ing: ing; mag: mag; col: col colonel; sgt: sgt sergeant; lt: lt lieutenant; cmdr: commander cmdr; adm: admiral;
    officer: officer; det: detective; insp: inspector; judge: judge; justice: justice; sen: senator; gov: governor; amb: ambassador;
    cllr: councillor councilor cllr; principal: principal`,
  m: "mr: mr mister herr hr herra monsieur senor sr senhor signor sig gospodin shri; sir: sir; lord: lord",
  f: `mrs: mrs frau fru madame mme senora sra senhora signora pani gospodja smt rouva; ms: ms; miss: miss mlle mademoiselle srta senorita
    signorina fraulein froken; madam: madam; dame: dame`,
};
const familiar = {
  "": "coach: coach; chef: chef; nurse: nurse; pastor: pastor; rabbi: rabbi; imam: imam; sheikh: sheikh; ustad: ustad; maestro: maestro",
  m: "mzee: mzee; bwana: bwana; haji: haji hajji",
  f: "dona: dona; mama: mama",
};
/** Joined to the name by a hyphen: "Tanaka-san". */
const joined = {
  "": "san: san sama sensei senpai; ssi: ssi nim; ji: ji; laoshi: laoshi",
  m: "kun: kun; sahib: sahib saheb; bhai: bhai; garu: garu",
  f: "behn: behn",
};
/** A word of its own behind the name: "Ahmet Bey". */
const behind = { "": "sensei: sensei; hoca: hoca", m: "bey: bey efendi", f: "hanim: hanim hanım khanum begum" };

const before = new Map([...read(formal, false), ...read(familiar, true)]);
const joinedTo = new Map(read(joined, true));
const wordsBehind = new Map(read(behind, true));

/** What a word before a name says of how its bearer is addressed. */
export function titleBefore(word: string): Honorific | undefined {
  return before.get(word);
}

/** The same of what stands behind a name (in lower case), with the name alone. */
export function titleBehind(name: string): (Honorific & { readonly bare: string }) | undefined {
  const [, bare = "", mark = "", word = ""] = /^(.{1,200}?\S)(-|\s)(\p{L}{2,8})$/u.exec(name) ?? [];
  const found = (mark === "-" ? joinedTo : wordsBehind).get(word);
  return found && { ...found, bare };
}

function read(table: Readonly<Record<string, string>>, isFamiliar: boolean): [string, Honorific][] {
  return Object.entries(table).flatMap(([gender, lists]) =>
    lists.split(";").flatMap((list) => {
      const [title = "", words = ""] = list.trim().split(": ");
      return words
        .trim()
        .split(/\s+/)
        .map((word): [string, Honorific] => [word, { title, gender, isFamiliar }]);
    }),
  );
}
