/** Whether a sentence is written in another language than English: the parser knows none, and would read nonsense of it. */
import { words } from "./words.ts";

/**
 * The words that sentences of a language are held together by, with what people say most of themselves. Particles of names ("de", "la",
 * "van") are left out: they stand in English sentences too.
 */
const commonWords: readonly ReadonlySet<string>[] = [
  `ich du er sie es wir ihr mein meine meinen meinem meiner dein deine unser unsere ist sind war waren habe hat haben hatte bin bist wird wurde
   nicht kein keine und oder aber auch noch schon sehr mit bei nach seit vom zum zur im am auf für aus über unter vor ein eine einen einem einer
   das dem des wohne wohnt wohnen arbeite arbeitet arbeiten heiße heißt mag lebe lebt jetzt morgen heute gestern weil dass`,
  `ik jij hij zij wij mijn jouw onze ons ben bent zijn heb heeft hebben had niet geen maar ook nog het een met bij naar sinds uit voor woon woont
   wonen werk werkt werken heet vind leef leeft nu omdat dat deze en`,
  `jeg jag du han hun hon vi min mitt mit mine mina vores vår er är var har havde hade ikke inte ikkje og och men også också med på hos til till
   fra från siden sedan bor arbejder arbetar jobber jobbar hedder heter kan lide lever nu fordi at att et ett en i`,
  `je tu il elle nous vous ils elles mon mes ton notre nos suis est sont était étais ai avons ont avait pas et ou mais aussi encore très avec chez
   dans depuis pour sur sous un une deux au aux ce cette que qui habite habitons travaille travaillons appelle aime vis vit maintenant parce à en a`,
  `yo tú él ella nosotros ellos mi mis tu su sus nuestro nuestra soy eres es somos son era estoy está están he ha tengo tiene tenemos no y o pero
   también muy con desde para por sobre un una unos en que vivo vive vivimos trabajo trabaja trabajamos llamo llama gusta ahora porque se me`,
  `io lui lei noi voi loro mio mia miei nostro nostra sono sei è siamo era ho hai ha abbiamo hanno non ma anche ancora molto con per su una un
   che abito abita abitiamo lavoro lavora lavoriamo chiamo chiama piace vivo vive adesso ora perché nel nella e a`,
  `eu ele ela nós eles meu minha meus nosso nossa sou és é somos são era estou está tenho tem temos não mas também muito com para por sobre um uma
   que moro mora moramos trabalho trabalha trabalhamos chamo chama gosto vivo vive agora porque no na em e o ao`,
  `ja ty on ona my wy oni mój moja moje moim jest są był była mam ma mamy nie i ale też już bardzo z ze w we na do od dla przez po o że
   mieszkam mieszka mieszkamy pracuję pracuje pracujemy nazywam nazywa lubię teraz bo się`,
].map((list) => new Set(words(list)));

/** The words that English sentences are held together by. */
const english = new Set(
  words(`
  i you he she it we they me him her us them my your his its our their the this that these those an and or but of to in on at for with from by
  as is are am was were be been has have had do does did not no can could will would should may might must who which what when where why how
  there here if than then so just also very now about into over after before since until because lives live works work likes like moved
  a again too off up out all any some each every both more most other own same only
`),
);
/** Of these so many stand in the shortest sentence: "Mi jefe se llama Carlos". */
const fewest = 2;

const otherLetters = /(?!\p{Script=Latin})\p{L}/gu;

/**
 * Whether most of a sentence's letters are of another script, or more of its common words of another language than English ones. Capitalised
 * words are names, but the first.
 */
export function isForeign(text: string): boolean {
  if ((text.match(otherLetters)?.length ?? 0) * 2 > (text.match(/\p{L}/gu)?.length ?? 0)) return true;
  const all = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const written = all.filter((word, at) => at === 0 || !/^\p{Lu}/u.test(word)).map((word) => word.toLowerCase());
  return commonWords.some((language) => {
    const own = written.filter((word) => language.has(word));
    const distinct = new Set(own.filter((word) => !english.has(word)));
    const others = written.filter((word) => english.has(word) && !language.has(word));
    return distinct.size >= fewest && own.length > others.length;
  });
}
