/** Forms that no stemming rule reaches, each line "base: forms". Ambiguous ones (rose, ground, leaves) are left alone. */
const verbs = `
arise: arose arisen|awake: awoke awoken|bear: bore borne|beat: beaten|become: became|begin: began begun|bend: bent
bite: bit bitten|bleed: bled|blow: blew blown|break: broke broken|breed: bred|bring: brought|build: built|burn: burnt
buy: bought|catch: caught|choose: chose chosen|cling: clung|come: came|creep: crept|deal: dealt|dig: dug|draw: drew drawn
dream: dreamt|drink: drank drunk|drive: drove driven|eat: ate eaten|fall: fell fallen|feed: fed|feel: felt|fight: fought
find: found|flee: fled|fly: flew flown|forbid: forbade forbidden|forget: forgot forgotten|forgive: forgave forgiven
freeze: froze frozen|get: got gotten|give: gave given|go: went gone goes|grow: grew grown|hang: hung|hear: heard|hide: hid hidden
hold: held|keep: kept|kneel: knelt|know: knew known|lead: led|learn: learnt|leave: left|lend: lent|lie: lying|light: lit
lose: lost|make: made|mean: meant|meet: met|mistake: mistook mistaken|overcome: overcame|pay: paid|prove: proven|ride: rode ridden
ring: rang rung|rise: risen|run: ran|say: said|see: saw seen|seek: sought|sell: sold|send: sent|sew: sewn|shake: shook shaken
shine: shone|shoot: shot|show: shown|shrink: shrank shrunk|sing: sang sung|sink: sank sunk|sit: sat|sleep: slept|slide: slid
smell: smelt|sneak: snuck|speak: spoke spoken|speed: sped|spell: spelt|spend: spent|spill: spilt|spin: spun|spoil: spoilt
spring: sprang sprung|stand: stood|steal: stole stolen|stick: stuck|sting: stung|strike: struck stricken|string: strung
strive: strove striven|swear: swore sworn|sweep: swept|swell: swollen|swim: swam swum|swing: swung|take: took taken
teach: taught|tear: tore torn|tell: told|think: thought|throw: threw thrown|undergo: underwent undergone
understand: understood|undertake: undertook undertaken|wake: woke woken|wear: wore worn|weave: wove woven|weep: wept|win: won
withdraw: withdrew withdrawn|write: wrote written
`;

const nouns = `
child: children|person: people|man: men|woman: women|foot: feet|tooth: teeth|goose: geese|mouse: mice|louse: lice|ox: oxen
wife: wives|knife: knives|wolf: wolves|half: halves|shelf: shelves|loaf: loaves|thief: thieves|scarf: scarves|calf: calves
elf: elves|hoof: hooves|datum: data|medium: media|criterion: criteria|phenomenon: phenomena|cactus: cacti
fungus: fungi|analysis: analyses|crisis: crises|diagnosis: diagnoses|hypothesis: hypotheses|thesis: theses
grandchild: grandchildren
good: better best|bad: worse worst|far: farther farthest further furthest
`;

/** Two spellings or short forms of one word. */
const spellings = `
mom: mum mommy mummy mama mam|dad: daddy papa|grandma: granny nana nan grandmother|grandpa: granddad grandad grandfather
color: colour colours|favorite: favourite favourites fave|gray: grey|theater: theatre theatres|center: centre centres
neighbor: neighbour neighbours|neighborhood: neighbourhood|behavior: behaviour|honor: honour|humor: humour|labor: labour
flavor: flavour flavours
travel: travelled travelling traveled traveling|traveler: traveller travellers|cancel: cancelled cancelling canceled canceling
jewelry: jewellery|program: programme programmes|organize: organise organised organising organises
organization: organisation organisations
realize: realise realised|recognize: recognise recognised|apologize: apologise apologised|pajamas: pyjamas|tire: tyre tyres
license: licence|practice: practise practised|mold: mould|counselor: counsellor|counseling: counselling
airplane: aeroplane plane planes
photo: photograph photographs photos pic pics|bike: bicycle bicycles|fridge: refrigerator|exam: examination|vet: veterinarian
gym: gymnasium|lab: laboratory|tv: television telly|phone: telephone|ad: advert advertisement|vacation: vacay
donut: doughnut doughnuts
birthday: bday|doctor: doc dr|math: maths mathematics|info: information|app: application apps|sibling: sis bro|color: coloured
`;

/** Words whose stem would be that of an unrelated word (celebrity and celebrate); base and forms become the base, unstemmed. */
const unstemmed = `
celebrity: celebrities|business: businesses|university: universities|animal: animals|authority: authorities|community: communities
engineer: engineers engineering engineered|organic: organically|universal: universally|general: generally|several: several
`;

const numbers = `
2: two|3: three|4: four|5: five|6: six|7: seven|8: eight|9: nine|10: ten|11: eleven|12: twelve|13: thirteen|14: fourteen
15: fifteen|16: sixteen|17: seventeen|18: eighteen|19: nineteen|20: twenty|30: thirty|40: forty|50: fifty|100: hundred
1000: thousand
january: jan|february: feb|august: aug|september: sept sep|october: oct|november: nov|december: dec
`;

function table(...blocks: readonly string[]): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (const entry of blocks.join("|").split(/[|\n]/)) {
    const [base = "", list = ""] = entry.split(":");
    for (const form of list.trim().split(/\s+/)) if (form !== "") forms.set(form, base.trim());
  }
  return forms;
}

/** Irregular form → base form, both lower case. */
export const irregularForms = table(verbs, nouns, spellings, numbers, unstemmed);

/** Bases that the stemmer must not touch. */
export const ownStems: ReadonlySet<string> = new Set(table(unstemmed).values());
