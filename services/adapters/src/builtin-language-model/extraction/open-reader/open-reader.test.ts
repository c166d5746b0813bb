import { describe, expect, it } from "@jest/globals";
import type { ProposedFact } from "@loci/ports/language-model";
import { expectWellFormed, turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "../../index.ts";

const model = createBuiltinLanguageModel();

function inWords(fact: ProposedFact): string {
  const day = (time: string) => time.slice(0, fact.validPrecision === "year" ? 4 : fact.validPrecision === "month" ? 7 : 10);
  const time = `${fact.validFrom && ` from ${day(fact.validFrom)}`}${fact.validUntil && ` until ${day(fact.validUntil)}`}`;
  const value = fact.target ? `-> ${fact.target.name}` : fact.value;
  return `${fact.subject.name} ${fact.key} ${value}${time}${fact.negated ? " (no longer)" : fact.corrected ? " (corrected)" : fact.changed ? " (changed)" : ""}${fact.beside ? " (beside)" : ""}${fact.insteadOf === undefined ? "" : ` (instead of ${fact.insteadOf})`}`;
}

async function factsOf(content: string) {
  const turns = [turnOf(content)];
  const extraction = await model.extract({ turns });
  expectWellFormed(extraction, turns);
  return extraction.facts;
}

/** All said on Monday, 8 May 2023. */
const sentences: readonly (readonly [string, readonly string[]])[] = [
  // What somebody says of themselves, without "that".
  // What is taken a day.
  ["The user takes 100 micrograms of levothyroxine per day.", ["user takes 100 micrograms of levothyroxine per day"]],
  ["I take 5 mg of ramipril per day.", ["user takes 5 mg of ramipril per day"]],
  // Deeds without a subject, and whom one meets.
  [
    "Took my girlfriend Ondine to meet my parents.",
    ["user partner -> Ondine", "user event Took my girlfriend Ondine to meet my parents"],
  ],
  ["Meet our dog Pickle! Ten weeks old and has already eaten a shoe.", ["user pet -> Pickle", "Pickle species dog"]],
  ["The user reports being allergic to peanuts.", ["user allergy peanuts"]],
  ["My sourdough class moved from Tuesdays to Fridays at 6.", ["user sourdough_class Fridays at 6 (changed)"]],
  ["Our choir practice moved to Mondays at 7.", ["user choir_practice Mondays at 7 (changed)"]],
  ["User's locker combination is 22-8-31.", ["user locker_combination 22-8-31"]],
  ["User mentioned having moved to Graz.", ["user residence Graz (changed)"]],
  ["User confirmed working at Globex.", ["user employer Globex"]],
  ["The user stated having gone fully vegan.", ["user diet vegan (changed)"]],
  ["Tom never mentioned having sold the car.", []],
  ["Ana is strictly vegetarian.", ["Ana diet vegetarian"]],
  // Thoughts that one sentence joins, labels in front, lines of a chat.
  [
    "My brother-in-law Piet keeps bees; his wife teaches yoga.",
    ["user relative -> Piet", "Piet keeps bees", "Piet wife_teaches yoga"],
  ],
  [
    "Minutes: Ola to draft the release by 14 June; Beth to book the venue.",
    ["Ola task draft the release by 14 June", "Beth task book the venue"],
  ],
  ["Petra: order new chairs by Friday", ["Petra task order new chairs by Friday"]],
  ["Note to self: renew the parking permit.", ["user reminder renew the parking permit"]],
  [
    "Rui: where are you based now?\nHelga: I'm in Malmö, and my flat is small.",
    ["Helga location Malmö", "Helga flat_status small"],
  ],
  ["Could you remember that my locker is number 212?", ["user locker number 212"]],
  // Several names, and what is said beside the object.
  ["The user has two sons, Theo (9) and Oskar (6).", ["Theo age 9", "Oskar age 6", "user child -> Theo", "user child -> Oskar"]],
  [
    "Leo and Mia, our twins, turned seven.",
    ["user child -> Leo", "user child -> Mia", "Leo age seven (changed)", "Mia age seven (changed)"],
  ],
  [
    "Our interns Hao and Selma study at TU Delft.",
    ["user interns -> Hao", "user interns -> Selma", "Hao studied_at TU Delft", "Selma studied_at TU Delft"],
  ],
  ["Nadia has a half-brother, Karim, who studies medicine.", ["Nadia sibling -> Karim", "Karim field_of_study medicine"]],
  [
    "My manager at Brightwell, Sunniva, retires in June.",
    ["user employer Brightwell", "user manager -> Sunniva", "Sunniva retires_in June"],
  ],
  [
    "I share a flat in Leith with Callum and Bea.",
    [
      "user shares flat",
      "user shares_flat_in Leith (beside)",
      "user shares_flat_with Callum (beside)",
      "user shares_flat_with Bea (beside)",
    ],
  ],
  ["They gave us a kitten. His name is Radish.", ["user pet kitten", "user pet Radish"]],
  ["We hired Jonas as a designer.", ["Jonas job_title designer (changed)"]],
  ["Marta is on maternity leave; Ivo covers for her.", ["Marta status on maternity leave", "Ivo covers_for Marta"]],
  ["Our new clerk is Pedro Lima, email pedro@hexa.io.", ["user clerk Pedro Lima (changed)", "Pedro Lima email pedro@hexa.io"]],
  // What is no value, no boss, or not yet.
  ["Our office manager is Pedro Lima.", ["user office_manager Pedro Lima"]],
  ["Tuesdays are my day off.", ["user day_off Tuesdays"]],
  ["The user drinks no alcohol.", ["user drinks no alcohol"]],
  ["Rent went up to 1,320 euros.", ["Rent amount 1,320 euros (changed)"]],
  ["The shop is closed on Mondays and open till eight.", ["shop closed_on Mondays", "shop open_till eight"]],
  ["I'm left-handed and colour-blind.", ["user trait left-handed", "user trait colour-blind"]],
  ["The nursery let me go in March.", ["user employer nursery from 2023-03 (no longer)", "user former_employer nursery"]],
  ["Nora gave up smoking.", ["Nora does smoking (no longer)", "Nora gave_up smoking"]],
  ["From next month I'm working four days a week.", ["user working four days a week from 2023-06"]],
  ["The deposit is 400 euros, payable by 15 June.", ["deposit amount 400 euros", "deposit payable_by 15 June"]],
  ["User's partner sleeps until noon.", ["user partner_sleeps_until noon"]],
  ["My brother Teun repairs wind turbines.", ["user sibling -> Teun", "Teun repairs wind turbines"]],
  ["Our cleaner Halina has her own key.", ["user cleaner -> Halina", "Halina job_title cleaner", "Halina has own key"]],
  ["User has moved from Cork to Galway.", ["user former_residence Cork", "user residence Galway (changed)"]],
  ["As a child I lived in Nairobi.", ["user former_residence Nairobi"]],
  [
    "We use Notion for docs and Linear for tickets.",
    ["user uses Notion for docs", "user uses Linear", "user does use Notion for docs and Linear for tickets (beside)"],
  ],
  ["The treasurer resigned.", ["treasurer event resigned"]],
  ["Dorthe can read Arabic.", ["Dorthe can_read Arabic"]],
  // What a participle tells, what is the speaker's own, and whom two nouns in a row name.
  [
    "User is a 34-year-old nurse living in Porto with their husband Duarte.",
    ["user age 34", "user job_title nurse", "user residence Porto", "user spouse -> Duarte"],
  ],
  ["User's husband's name is spelled Duarte Nuno.", ["user spouse -> Duarte Nuno"]],
  [
    "Our new nurse Clémence joins on 1 July.",
    ["user nurse -> Clémence", "Clémence job_title nurse", "Clémence joins_on 1 July from 2023-07-01"],
  ],
  ["User prefers concise answers and metric units.", ["user prefers concise answers", "user prefers metric units"]],
  [
    "Kim works in Bergen, but her husband Tor commutes to Oslo.",
    ["Kim spouse -> Tor", "Kim work_location Bergen", "Tor commutes_to Oslo"],
  ],
  // What is said of age, stage, medicine and price, and of whom.
  ["Our cat Biscuit is fourteen.", ["user pet -> Biscuit", "Biscuit species cat", "Biscuit age fourteen"]],
  ["Nils is in his second year of law.", ["Nils is_in second year of law"]],
  ["My father is on metformin.", ["user father_is_on metformin"]],
  ["Otto must not get any grain.", ["Otto must_not_get grain"]],
  ["The lease there costs 9,000 a month.", ["lease price 9,000 a month"]],
  ["Lior photographs with an X-T5.", ["Lior photographs_with X-T5"]],
  ["Mrs Brandt wants a refund.", ["Mrs Brandt wants refund"]],
  ["My ex-wife Corinne lives in Rome.", ["user former_spouse -> Corinne", "Corinne residence Rome"]],
  ["Amadou answers the hotline on Fridays.", ["Amadou answers hotline", "Amadou answers_hotline_on Fridays (beside)"]],
  [
    "Brightsea, a subsidiary of the Halden Group, runs the ferries.",
    ["Brightsea is_a subsidiary of the Halden Group", "Brightsea runs ferries"],
  ],
  // Whom a pronoun means, of whom nothing was said before.
  [
    "Spoke to Aoife at the tax office. She's our case handler now.",
    ["user event Spoke to Aoife at the tax office", "user case_handler -> Aoife (changed)"],
  ],
  [
    "The user leads a team of six at Lumio. Their manager is Birgit Tamm.",
    ["user leads team of six", "user leads_team_at Lumio (beside)", "user manager -> Birgit Tamm"],
  ],
  ["We offered the data analyst role to Chidinma Eze.", ["Chidinma Eze offered data analyst role"]],
  ["They offered the warehouse job to Emin.", ["Emin offered warehouse job"]],
  // Names and verbs that are joined by marks.
  ["Johanna's in charge of the newsletter.", ["Johanna responsible_for newsletter"]],
  ["The boiler was serviced by Hartmann & Brandt.", ["boiler serviced_by Hartmann & Brandt"]],
  ["Ilse must not eat any peanuts.", ["Ilse must_not_eat peanuts"]],
  // Which time is right, and when an event is.
  ["Actually, Jonas isn't joining in January, it's going to be March.", ["Jonas joins_in March (corrected) (instead of January)"]],
  [
    "The user is training for the Lisbon marathon on 11 October.",
    ["user training_for Lisbon marathon", "Lisbon marathon date 11 October"],
  ],
  // Relative clauses.
  ["The script that Vasile wrote runs every night.", ["Vasile event wrote the script", "script does runs every night"]],
  [
    "User has a Premium subscription that renews on 15 November.",
    ["user has Premium subscription", "user premium_subscription_renews_on 15 November"],
  ],
  // Notes without a verb, or without a subject.
  ["Weight 82 kg.", ["user weight 82 kg"]],
  ["Spare key under the flowerpot by the door.", ["Spare key location under the flowerpot by the door"]],
  ["Started on amlodipine 5 mg daily.", ["user takes amlodipine 5 mg daily"]],
  ["User is a retired pilot who now restores radios.", ["user job_title retired pilot", "user restores radios (changed)"]],
  ["User avoids gluten.", ["user avoids gluten"]],
  [
    "The user sold the van. They moved to Maribor.",
    ["user owns van (no longer)", "user event sold the van (beside)", "user residence Maribor (changed)"],
  ],
  ["can't stand coriander", ["user dislikes coriander"]],
  ["The tasting has moved from the cellar to the barn.", ["tasting location barn (changed) (instead of cellar)"]],
  ["Ms Lindgren, 58, type 2 diabetic.", ["Ms Lindgren age 58", "Ms Lindgren condition type 2 diabetic"]],
  [
    "My suitcase went missing in Frankfurt.",
    ["user suitcase_status missing", "user suitcase_event went missing in Frankfurt (beside)"],
  ],
  ["Warranty until May 2026.", ["user warranty_until May 2026"]],
  // What the parser hangs on the wrong word.
  ["My sister Ana's moving to Ghent in May.", ["user sibling -> Ana", "Ana plans moving to Ghent from 2023-05 until 2023-06"]],
  [
    "Our youngest, Tove, is allergic to eggs and carries an EpiPen.",
    ["user child -> Tove", "Tove allergy eggs", "Tove carries EpiPen"],
  ],
  ["I have two children, Ilse (11) and Bram (7).", ["user child -> Ilse", "user child -> Bram", "Ilse age 11", "Bram age 7"]],
  [
    "Release 4.12 was rolled back on Thursday.",
    ["Release 4.12 rolled_back_on Thursday", "Release 4.12 status rolled back from 2023-05-04"],
  ],
  ["It's not Priya who signs the invoices, it's Dorian.", []],
  [
    "My side project is a recipe app called Nori, written in Kotlin.",
    ["user side_project recipe app", "Nori is_a recipe app", "Nori written_in Kotlin"],
  ],
  // As models write memories.
  ["The user's manager is Dana.", ["user manager -> Dana"]],
  ["Actually, the user's manager is Tom, not Dana.", ["user manager -> Tom (corrected) (instead of Dana)"]],
  ["User has a severe nut allergy.", ["user allergy severe nut"]],
  // Relations of people, projects and things.
  ["Marta is married to Paul.", ["Marta spouse -> Paul"]],
  ["Tom reports to Priya.", ["Tom manager -> Priya"]],
  ["Project Falcon depends on the auth service.", ["Falcon depends_on auth service"]],
  ["The payments team owns the ledger service.", ["payments team owns ledger service"]],
  [
    "Elena mentors two junior engineers, Ravi and Sofia.",
    ["Elena mentors two junior engineers", "Elena mentors -> Ravi", "Elena mentors -> Sofia"],
  ],
  ["Dr. Lindqvist is my cardiologist.", ["user cardiologist -> Dr. Lindqvist"]],
  // Appositions, relative clauses, lists, plural subjects.
  ["Our CEO, Dana White, lives in Denver.", ["user ceo -> Dana White", "Dana White job_title ceo", "Dana White residence Denver"]],
  ["Kai, 41, is a carpenter from Bremen.", ["Kai job_title carpenter", "Kai age 41", "Kai origin Bremen"]],
  ["Priya, who leads the data team, is on leave until May.", ["Priya leads data team", "Priya status on leave"]],
  ["Jonas and Lea moved to Hamburg last spring.", ["Lea residence Hamburg (changed)", "Jonas residence Hamburg (changed)"]],
  // Names and verbs that the parser never saw.
  ["Lucía mentors Ben and has done so since his internship.", ["Lucía mentors -> Ben"]],
  [
    "User's partner works night shifts at a paper mill.",
    ["user partner_employer paper mill", "user partner_works night shifts at a paper mill"],
  ],
  // Clauses side by side, what is known or said, and what gives a reason.
  ["The car is in the garage, the keys are on the hook.", ["car location garage", "keys location hook"]],
  ["I forgot to mention that Wilma moved to Ghent.", ["Wilma residence Ghent (changed)"]],
  ["Keep in mind that Agata can't travel in May.", ["Agata cannot_travel_in May"]],
  [
    "Bruno speaks Italian, reads Latin and is learning Finnish.",
    ["Bruno learning Finnish", "Bruno reads Latin", "Bruno speaks Italian"],
  ],
  // What a pronoun stands for.
  ["We adopted a puppy. Her name is Luna.", ["user pet -> Luna", "user pet puppy"]],
  [
    "Osprey is our data platform; it is written in Scala.",
    ["Osprey is_a data platform", "Osprey written_in Scala", "user data_platform -> Osprey"],
  ],
  ["The user lives with their partner Sanne in Utrecht.", ["user partner -> Sanne", "user residence Utrecht"]],
  // A thing and its place, who is counted, what somebody set out for, whose it is.
  ["The house in Skopje was built in 1934.", ["house in Skopje built_in 1934"]],
  ["Six of us run the bakery on Mill Lane.", ["user runs bakery", "user runs_bakery_on Mill Lane (beside)"]],
  [
    "Femke moved to Rotterdam to start as a data engineer at Coolblue.",
    ["Femke residence Rotterdam (changed)", "Femke job_title data engineer (changed)", "Femke employer Coolblue (changed)"],
  ],
  ["Our goddaughter Solveig's birthday is 3 May.", ["Solveig birth_date 3 May", "user relative -> Solveig"]],
  ["Jana, Petr and Ota all play handball.", ["Jana plays handball", "Petr plays handball", "Ota plays handball"]],
  ["The vet bill came to 240 euros.", ["vet bill amount 240 euros"]],
  [
    "Our sons Matteo and Luca live in Bath.",
    ["user child -> Matteo", "user child -> Luca", "Matteo residence Bath", "Luca residence Bath"],
  ],
  [
    "We gave Tofu to my sister Anika, she lives in Utrecht.",
    ["user sibling -> Anika", "user event gave Tofu to my sister Anika (beside)", "Anika residence Utrecht"],
  ],
  ["The server room code is 90210.", ["server room server_room_code 90210"]],
  ["We hired Bastiaan as site manager.", ["Bastiaan job_title site manager (changed)"]],
  [
    "The choir rehearses on Tuesdays at 19:30 in the parish hall.",
    ["choir rehearses_on Tuesdays at 19:30", "choir rehearses_in parish hall"],
  ],
  ["Standup is at 9:15 every weekday.", ["Standup date 9:15 every weekday"]],
  ["The door code is 4711.", ["door door_code 4711"]],
  [
    "Ask for Marcus in the IT department, extension 5517.",
    ["Marcus extension 5517", "user instruction Ask for Marcus in the IT department, extension 5517 (beside)"],
  ],
  // Places, dates, measures and what is lacking.
  ["There are 18 children in Lotte's class.", ["Lotte class_has 18 children"]],
  ["The grant application is due on 30 September.", ["grant application due 30 September"]],
  ["The gym isn't open on Sundays.", ["gym not_open_on Sundays"]],
  ["Invoices must be paid within 14 days.", ["Invoices must_be_paid_within 14 days"]],
  ["The van can carry 900 kg.", ["van can_carry 900 kg"]],
  ["Our office has no parking.", ["user office_has no parking"]],
  ["Both of Ingmar's parents were teachers in Umeå.", ["Ingmar parents_was teachers in Umeå"]],
  // What minutes and messages say by their form.
  [
    "Team Osprey: Jude (backend), Mia (design).",
    ["Jude member_of -> Team Osprey", "Jude role backend", "Mia member_of -> Team Osprey", "Mia role design"],
  ],
  ["Falcon goes live on 2 June. Owner: Petra.", ["Falcon goes_live_on 2 June", "Falcon owner Petra"]],
  ["AP Karla: book the venue until 5 May.", ["Karla task book the venue until 5 May"]],
  ["You can reach Selma at selma@example.org.", ["Selma email selma@example.org"]],
  [
    "Best,\nDr. Miriam Osei\nHead of Oncology, Korle Hospital\nTel. 555-0142",
    [
      "Dr. Miriam Osei employer Korle Hospital",
      "Dr. Miriam Osei job_title Head of Oncology",
      "Dr. Miriam Osei phone_number 555-0142",
    ],
  ],
  // What is left out: the subject, a verb, a noun.
  ["Prefers dark mode and short answers.", ["user prefers dark mode", "user prefers short answers"]],
  [
    "Logs are kept for ninety days, audit records for ten years.",
    ["Logs kept_for ninety days", "audit records kept_for ten years"],
  ],
  ["My rating is 1620, my daughter's is 1710.", ["user daughter_rating 1710", "user rating 1620"]],
  [
    "Wife: Karin. Kids: Leo (8) and Mara (5).",
    ["Leo age 8", "Mara age 5", "user child -> Leo", "user child -> Mara", "user spouse -> Karin"],
  ],
  [
    "Support grew from nine to fourteen people, and Ulla leads it.",
    ["Support headcount fourteen people (changed)", "Ulla leads Support"],
  ],
  ["I forgot to say that Wilma has a job in Ghent and works for Acme.", ["Wilma employer Acme", "Wilma has job in Ghent"]],
  // What is not so is never read as if it were.
  ["I don't have a car.", ["user has no car"]],
  ["Karl hasn't joined the team.", ["Karl has_not_joined team"]],
  // Change, end, passing and future states.
  ["The deadline for the audit slipped to 14 March.", ["audit deadline 14 March (changed)"]],
  ["We switched from Jira to Linear.", ["user uses Linear (changed) (instead of Jira)"]],
  ["Howard & Dale are doing the windows.", ["Howard & Dale doing windows"]],
  ["Pieter de Graaf lives in Delft.", ["Pieter de Graaf residence Delft"]],
  ["Tenant is Mrs Okoro, she prefers tea.", ["Mrs Okoro role tenant", "Mrs Okoro prefers tea"]],
  ["The supervisor is Professor Inés Carrasco.", ["Professor Inés Carrasco job_title supervisor"]],
  ["The winner is Ana.", ["winner is Ana"]],
  ["I have a slot in Lyon, reference CB-55102.", ["slot reference CB-55102", "user has slot in Lyon"]],
  ["We sold the boat.", ["user owns boat (no longer)", "user event sold the boat (beside)"]],
  [
    "Amara replaced Ben as tech lead.",
    ["Amara job_title tech lead (changed)", "Amara replaces -> Ben", "Ben job_title tech lead (no longer)"],
  ],
  ["I'm in Berlin this week.", ["user location Berlin from 2023-05-08 until 2023-05-15"]],
  // Appointments, reminders, tasks, routines, figures.
  [
    "I've got a meeting with HR tomorrow at 2.",
    ["user appointment meeting with HR tomorrow at 2 from 2023-05-09 until 2023-05-10"],
  ],
  ["Remind me to call the bank on Friday.", ["user reminder call the bank on Friday from 2023-05-12 until 2023-05-13"]],
  ["Action: Lena to send the contract by Monday.", ["Lena task send the contract by Monday"]],
  ["I volunteer at the animal shelter on Sundays.", ["user volunteers_at animal shelter", "user volunteers_on Sundays (beside)"]],
  ["The team has twelve people.", ["team headcount twelve people"]],
  ["Our landlord raised the rent to 1,450.", ["user rent 1,450 (changed)"]],
  // What somebody's own have and do is theirs.
  ["mum sold the golf", ["user mum_owns golf (no longer)", "user mum_event sold the golf (beside)"]],
  [
    "My flight to Oslo leaves at 7:40 on Friday.",
    ["user flight_to_oslo_leaves_at 7:40", "user flight_to_oslo_leaves_on Friday (beside)"],
  ],
];

const silent = [
  ["what a novel tells", "In chapter three of my novel, Inspector Vale lives in a lighthouse."],
  ["what is only named to be done", "Time to order new chairs."],
  ["a label that is nobody's name", "Windows: I love it"],
  [
    "a pronoun that would be told by its own clause",
    "I'd suggest a plain diary with four columns: sleep, food, screen hours and pain out of ten. Six weeks of it would give a doctor something to work with.",
  ],
  [
    "a pronoun in a question",
    "Trains give you lots of choices. What did the two of you love about the first idea, so that we keep the heart of it?",
  ],
  ["what could not be told later", "I can't make it on Thursday."],
  ["a hedge", "I think Marco lives in Turin."],
  ["a condition", "If I get the job, I will move to Paris."],
  ["a wish", "I wish I lived by the sea."],
  ["a quotation", 'He said "I live in Rome".'],
  ["a joke", "lol my boss is basically Darth Vader"],
  ["a rumour", "There's a rumour going around that Fenwick is going to be bought by the Danes."],
  ["what others should do", "I suggest that we go out."],
  ["what did not happen", "I never got the parcel, and I did not buy the boat."],
  ["praise", "I have never had better service."],
  ["what nearly happened", "I almost bought a boat yesterday."],
  ["a plan under thought", "Zeynep is thinking of leaving the company."],
  ["a task for a model", "Write a poem about a sailor named Finn who lives on the moon."],
  ["what is said not to be known", "I don't know that Ada lives in Rome."],
  ["a phrase", "I have no doubt that it works."],
] as const;

describe("the open reader", () => {
  it.each(sentences)("reads: %s", async (text, facts) =>
    expect((await factsOf(text)).map(inWords).sort()).toEqual([...facts].sort()),
  );

  it.each(silent)("makes nothing of %s", async (_what, text) => expect((await factsOf(text)).map(inWords)).toEqual([]));

  it("believes what others are said to have said less than the floor at which a fact replaces another", async () => {
    const [fact] = await factsOf("Maria said that the office closes at six.");
    expect(fact && inWords(fact)).toBe("office closes_at six");
    expect(fact?.confidence).toBeLessThan(0.7);
  });

  it("reads a block of labelled lines about whom its name stands for", async () => {
    const facts = await factsOf("Name: Ottoline Reyes\nCity: Cork\nOccupation: luthier");
    expect(facts.map(inWords)).toEqual(["Ottoline Reyes residence Cork", "Ottoline Reyes job_title luthier"]);
  });
});
