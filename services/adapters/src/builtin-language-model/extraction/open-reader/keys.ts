/** What a verb with its particle and preposition is called as a key; the type of its subject and of its object, where it tells them. */
export interface VerbKey {
  readonly key: string;
  readonly subject?: string;
  /** The type of the entity that its object names, where the object is one. */
  readonly object?: string;
}

// verb[ particle][ +preposition]: key subject>object ("-": the verb tells no type).
const table = `
live+in: residence Person
live+at: address Person
learn: learning Person
end+in: ends -
expire+at: expires -
ship+in: ships_in -
ship+on: ships_on -
launch+in: launches -
launch+on: launches -
commute: commutes Person
smoke: smokes Person
avoid: avoids Person
miss: misses Person
cook: cooks Person
speak+to: speaks_to Person
sleep+in: sleeps_in Person
live+with: lives_with Person>Person
reside+in: residence Person
stay+in: location Person
stay+at: location Person
move+to: residence Person
move+into: residence Person
relocate+to: residence Person
join+as: job_title Person
join+from: origin Person
raise+in: raised_in Person
come+from: origin Person
work+at: employer Person
work+for: employer Person
work+as: job_title Person
start+as: job_title Person
begin+as: job_title Person
train+as: job_title Person
qualify+as: job_title Person
serve+as: job_title Person
act+as: job_title Person
freelance+as: job_title Person
freelance+for: employer Person
intern+at: employer Person
study+under: mentor Person>Person
work+with: works_with Person>Person
work+on: works_on Person
work+from: work_location Person
work+in: work_field Person
report+to: manager Person>Person
answer+to: manager Person>Person
lead: leads Person
manage: manages Person
head: leads Person
head up: leads Person
run: runs -
chair: chairs Person
coordinate: coordinates Person
own: owns -
found: founded Person>Organisation
maintain: maintains -
mentor: mentors Person>Person
coach: coaches Person
supervise: supervises Person>Person
teach: teaches Person
tutor: tutors Person
teach+at: employer Person
depend+on: depends_on -
rely+on: depends_on -
use: uses -
need: needs -
require: requires -
run+on: runs_on -
belong+to: belongs_to -
speak: speaks Person
play: plays Person
study: field_of_study Person
study+at: studied_at Person
study+in: studied_in Person
attend: attends Person
go+to: goes_to Person
drive: drives Person
ride: rides Person
eat: eats -
drink: drinks Person
take: takes Person
prefer: prefers Person
like: likes Person
love: likes Person
enjoy: likes Person
adore: likes Person
hate: dislikes Person
dislike: dislikes Person
detest: dislikes Person
stand: dislikes Person
want: wants Person
collect: collects Person
wear: wears Person
volunteer+at: volunteers_at Person
volunteer+for: volunteers_at Person
volunteer+with: volunteers_at Person
train+for: training_for Person
prepare+for: preparing_for Person
wake up+at: wakes_up_at Person
get up+at: wakes_up_at Person
go+for: goes_for Person
close+at: closes_at -
open+at: opens_at -
start+at: starts_at -
begin+at: starts_at -
start+in: starts_in -
start+on: starts_on -
end+at: ends_at -
end+on: ends_on -
finish+at: ends_at -
leave+at: leaves_at -
arrive+at: arrives_at -
cost: price -
weigh: weight -
last: duration -
start: starts -
start+as: job_title Person
begin+as: job_title Person
expire+on: expires -
expire+in: expires -
host: hosts -
sponsor: sponsors -
support: supports -
serve: serves -
contain: contains -
include: includes -
connect+to: connects_to -
integrate+with: integrates_with -
represent: represents -
know: knows Person
date: partner Person>Person
marry: spouse Person>Person
study+for: studying_for Person
write+for: writes_for Person
sing+in: sings_in Person
play+in: plays_in Person
play+for: plays_for Person
subscribe+to: subscribes_to -
bank+with: banks_with Person
commute+by: commutes_by Person
commute+to: commutes_to Person
travel+to: travelled_to Person
believe+in: believes_in Person
specialise+in: specialises_in -
specialize+in: specialises_in -
suffer+from: health_condition Person
recover+from: recovering_from Person
care+for: cares_for Person
look after: cares_for Person
take care+of: cares_for Person
practise: practises Person
practice: practises Person
conduct: conducts Person
breed: breeds Person
grow: grows Person
produce: produces -
make: makes -
sell: sells -
build: builds -
develop: develops -
design: designs -
handle: handles -
cover: covers -
oversee: oversees Person
sit+on: sits_on Person
serve+on: serves_on Person
share: shares -
rent: rents Person
keep: keeps Person
store: stores -
pay: pays -
pay+for: pays_for Person
earn: salary Person
owe: owes -
follow: follows -
watch: watches Person
read: reads Person
listen+to: listens_to Person
root+for: supports Person
support+in: supports -
save+for: saves_for Person
struggle+with: struggles_with Person
`;

let parsed: ReadonlyMap<string, VerbKey> | undefined;

/** The key of a verb; undefined where the table has none. `pattern` is `verb[ particle][+preposition]`. */
export function verbKey(pattern: string): VerbKey | undefined {
  parsed ??= new Map(
    table
      .trim()
      .split("\n")
      .map((line) => {
        const [verb = "", rest = ""] = line.split(": ");
        const [key = "", types = "-"] = rest.split(" ");
        const [subject = "-", object] = types.split(">");
        return [verb, { key, ...(subject === "-" ? {} : { subject }), ...(object === undefined ? {} : { object }) }];
      }),
  );
  return parsed.get(pattern);
}
