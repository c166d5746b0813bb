import { analyse } from "./analyse.ts";
import { conceptsOf, conceptTerms } from "./expansion.ts";

/**
 * What may be asked of a person or a thing, an aspect a line: the words by which it is asked for, by which a statement tells it, and those by
 * which one tells that it changed. Wider than concepts: they say whether two texts tell of one thing, and never find a text by themselves.
 */
const lines = `
live lives residence reside home address town city country move moved relocate settle settled based stay back flat apartment house hometown unpack unpacking
work works job employer employed company workplace join joined quit resign hire hired leave left freelance firm notice retire career laid redundant fired dismissed sacked unemployed teaches
job role title position post occupation profession work become became promote promoted trained qualified appointed hired career permanent laid redundant fired dismissed sacked unemployed
boss manager supervisor lead report reports managed reporting head
partner spouse husband wife girlfriend boyfriend married marry divorce divorced dating engaged together separated relationship widow single split wedding broke
car vehicle drive drives van motorbike own buy bought sell sold lease leased truck
commute commutes bike bicycle bus train tram transport cycle cycles travel ticket
school university college study studies attend attends class course enrol enrolled goes go start started graduate grammar kindergarten nursery primary secondary pupil
old age turn turned turning birthday number amount
pet dog cat puppy kitten rabbit hamster parrot labrador animal adopted horse
launch launches launched release released deadline due deliver delivery slip slipped postpone postponed delay delayed ship shipped date finish finished
happen take place event party wedding meeting conference scheduled postponed moved brought forward date
end ends ended expire expires until valid extend extended renew renewed terminate
price cost costs fee rent pay pays charge charges dollars euros pounds earn earns salary raise raised lowered put
stored store stores kept keep keeps stays stay went moved cleared shelf room hall yard container box drawer cupboard garage
owner own owns owned bought acquired belongs handed responsible lead leads handle handles assign assigned assignee reassigned charge maintain maintains took takes over run runs
chair chairs president captain head leads coach coaches treasurer treasury secretary chairman director took elected hands
call called name named rename renamed known
exercise gym swim swims run runs train trains training workout pool membership sport club plays play
instrument play plays piano guitar violin flute lessons
learn learning language speak speaks fluent class lesson
bank banks account accounts
diet vegan vegetarian eat eats meat food fish
drink drinks coffee tea alcohol sober beer wine
smoke smoker smokes smoking cigarette cigarettes vape
place location located room venue address office based held lies
database run runs stored stores hosted host migrate migrated server cloud
status state done finished ready open closed reopened working repaired approved cancelled shipped waiting arrived
phone mobile number handset device laptop computer
client clients customer customers
investor invest invests investors
supplier supply supplies supplied vendor comes come source
caterer catering catered cater serves cooks food
doctor dentist therapist vet practice clinic patient surgery see sees goes go
landlord landlady owner building tenant lets
live lives tenant let rented empty vacant notice
plumber electrician cleaner gardener hairdresser mechanic firm sends comes does
flatmate roommate shares share moved together
shift works work hired took
people employees staff headcount team payroll members
dose dosage medication medicine tablets takes take prescribed mg
password code pin combination key
plan subscription tier package downgraded upgraded subscribed
insurance insured provider contract tariff internet network
want wants prefer prefers preference like likes favourite favorite
colour color painted paint
hair haircut hairstyle look looks cut dyed beard shaved head
pregnant pregnancy born birth baby due
arm leg knee ankle wrist shoulder back foot hand broke broken injured hurt hurts sprained healed recovered fine cast crutches plaster
waiting wait arrived delivered came parcel package order
allergic allergy intolerant outgrown eat diet
oven stove cooker fridge washing machine dishwasher boiler heating
day evening morning night weekday time hour schedule scheduled clock
opening opens open closes hours clock
flight gate platform seat terminal train departs leaves clock
book reading read novel
series show watching watches film
project working works building assigned
version release running upgraded rolled rollout production live deployed
budget approved cut allocated raised lowered money available
operating system os windows macos mac linux ubuntu debian fedora ios android
language programming code written wrote rewrite rewritten ported ruby python golang go java kotlin rust typescript javascript scala elixir php swift
editor ide vim neovim emacs vscode intellij
browser firefox chrome safari edge brave opera
chat communication messenger slack teams discord whatsapp signal telegram zulip mattermost
department team division unit transferred transfer moved joined works
office address place building floor moved
email address website domain username
party member votes church religion
title book song called renamed
weight weighs kilos pounds height tall number amount
count many number people amount
large big size team headcount people members
`;

interface Aspects {
  /** The terms of each aspect; its number is its index. */
  readonly terms: readonly ReadonlySet<string>[];
  /** The numbers of the aspects that a term belongs to. */
  readonly numbersOf: ReadonlyMap<string, readonly number[]>;
}

let built: Aspects | undefined;

/** Built at first use. */
function aspects(): Aspects {
  return (built ??= build());
}

function build(): Aspects {
  const texts = lines.split("\n").filter((line) => line !== "");
  const terms = texts.map((line) => new Set(analyse(line)));
  const numbersOf = new Map<string, number[]>();
  for (const [number, own] of terms.entries()) {
    for (const term of own) numbersOf.set(term, [...(numbersOf.get(term) ?? []), number]);
  }
  return { terms, numbersOf };
}

/** The terms that tell of what an asked one asks for. Kept for words of a list only: they are as many as the lists have. */
interface Tellers {
  readonly sameAspect: ReadonlySet<string>;
  /** With those of its concepts. */
  readonly all: ReadonlySet<string>;
}

const none: Tellers = { sameAspect: new Set(), all: new Set() };
const tellers = new Map<string, Tellers>();

function tellersOf(asked: string): Tellers {
  const known = tellers.get(asked);
  if (known !== undefined) return known;
  const { terms, numbersOf } = aspects();
  const sides = numbersOf.get(asked) ?? [];
  const concepts = conceptsOf(asked);
  if (sides.length === 0 && concepts.length === 0) return none;
  const sameAspect = new Set(sides.flatMap((number) => [...(terms[number] ?? [])]));
  const found = { sameAspect, all: new Set([...sameAspect, ...concepts.flatMap((number) => conceptTerms()[number] ?? [])]) };
  tellers.set(asked, found);
  return found;
}

const isA = /(?:\b(?:is|am|are|became|as)|'m|'re|\u2019m) (?:now |currently )?(?:an?|the|our|my) /;
const counts =
  /\b(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|(?:thir|four|fif|six|seven|eigh|nine)teen|ten|eleven|twelve|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b/i;

const clock =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d{1,2}[:.]\d\d|\d{1,2} ?[ap]m|noon|midnight|at (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))\b/i;

/** "I start at Globex on Monday." */
const startsAt =
  /\b(?:[Ss]tart(?:s|ed|ing)?|[Bb]eg[ai]n(?:s|ning)?|[Ss]igned) (?:at|with|for):? (?:\p{Lu}|the (?!beginning|end|start|top|bottom|same|time|back|front|first|last|next|moment)\p{Ll}{4})/u;

/** "She is head of sales now", "was promoted to surgeon". */
const holdsOffice =
  /(?:\b(?:is|am|are|became|becomes)|'m|'re|\u2019m) (?:now |currently |the (?:new )?)?(?!part |out |full |fond |proud |afraid |aware |tired |sick |member |capable )\p{Ll}+ of \p{L}|\b(?:promoted|appointed|elected) /u;
/** "Bo is deputy station master in Chur." */
const bareOffice =
  /\b(?:is|am|are) (?:now )?(?:\p{Ll}+ ){0,3}?(?!(?:old|young|tall|short|bett|bigg|small|long|happi|cheap|fast|slow|lat|earli|ov|und|ev|nev)er\b)(?:\p{Ll}+(?:er|or|ist|ian|eer|man|woman|master)|head|chief|chef|cook|nurse|clerk|captain|pilot|intern|deputy|guard) (?:in|at|for|of) (?:the )?\p{Lu}/u;
/** "I'm seeing someone new." */
const seesSomebody =
  /\b(?:seeing|going out with|fell in love with) (?:some(?:one|body)|an? (?:new )?(?:guy|man|woman|girl|boy)|\p{Lu})/u;

/**
 * The terms of a sentence, and those of what it tells by its form alone: "Tariq is an intern" tells an occupation, an amount may be an age.
 * @param terms of the sentence, where they are known
 */
export function toldBy(sentence: string, terms: readonly string[] = analyse(sentence)): Set<string> {
  const form = `${isA.test(sentence) || holdsOffice.test(sentence) || bareOffice.test(sentence) ? "occupation " : ""}${seesSomebody.test(sentence) ? "dating " : ""}${counts.test(sentence) ? "amount " : ""}${clock.test(sentence) ? "clock " : ""}${startsAt.test(sentence) ? "hired" : ""}`;
  return new Set([...terms, ...terms.flatMap(deedOf), ...analyse(form)]);
}

/** What somebody does who is called after it: "direct" of a director. */
function deedOf(term: string): string[] {
  return term.length >= shortestDoer && /(?:er|or)$/.test(term) ? [term.slice(0, -2)] : [];
}

/** In letters: shorter words are often no names of doers ("number", "dinner"). */
const shortestDoer = 7;

/** Whether one of these terms is the asked one, or tells of the same aspect: nearer than a concept, which a picnic and its blanket share. */
export function tellsSameAspect(asked: string, terms: ReadonlySet<string>): boolean {
  return terms.has(asked) || !tellersOf(asked).sameAspect.isDisjointFrom(terms);
}

/** The terms that tell of the same aspect as an asked one. */
export function aspectTerms(asked: string): ReadonlySet<string> {
  return tellersOf(asked).sameAspect;
}

/** Whether one of these terms is the asked one, shares a concept with it, or tells of the same aspect. */
export function tellsOf(asked: string, terms: ReadonlySet<string>): boolean {
  return terms.has(asked) || !tellersOf(asked).all.isDisjointFrom(terms);
}
