import { analyse } from "./analyse.ts";

/** Frequent in talk without being stop words. An index's statistics would tell; what works without statistics reads them here. */
const words = `
go come get take make give put keep set look see hear say tell talk ask know think feel want need like love try use find show
start stop help happen seem mean turn call hold bring leave follow believe sit stand enjoy hope remember decide share mention
guess wait good great nice bad big little small new old long high different next last first second sure able right real whole
full free fun cool amazing awesome wonderful fantastic lovely glad important special ready sorry congrats thanks thing stuff
lot way time day week month year today yesterday tomorrow tonight now moment ago recently lately soon later always often
usually sometimes people person man woman guy everyone someone anyone nobody everybody somebody anybody something anything everything nothing place part side
kind type sort name bit much many well away around back together almost already definitely totally absolutely finally end
course 2 3 4 5 6 7 8 9 10
`;

let terms: ReadonlySet<string> | undefined;

/** Whether a term is too frequent in everyday talk to say much. */
export function isLightTerm(term: string): boolean {
  terms ??= new Set(analyse(words));
  return terms.has(term);
}
