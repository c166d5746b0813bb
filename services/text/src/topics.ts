/**
 * Wide fields of everyday talk, an empty line between them: words of one field are near one another without meaning the same.
 * Too wide to expand a lexical query with, they give an embedding its coarse directions.
 */
const fields = `
family kid child son daughter baby mother father parent brother sister grandma grandpa aunt uncle cousin niece nephew husband
wife twin sibling relative toddler stepson inlaws

marriage marry wedding bride groom husband wife spouse engaged engagement divorce anniversary honeymoon fiance fiancee
proposal vows widow partner

romance date boyfriend girlfriend partner couple love kiss romantic crush breakup relationship valentine

friendship friend buddy pal neighbor roommate companion hangout acquaintance classmate teammate

work job career office boss manager colleague salary employer employee company hire interview resume promotion occupation
profession shift meeting intern retire resign fired unemployed deadline client

trade job occupation profession career work employed nurse teacher engineer lawyer chef waiter mechanic plumber electrician
carpenter barber pilot firefighter police doctor dentist accountant architect journalist farmer baker

school student teacher class college university degree exam homework graduate study course tuition scholarship campus
professor lesson grade diploma major semester thesis biology chemistry physics math history

health sick ill unwell flu cold fever cough disease doctor nurse hospital clinic medicine pill surgery pain ache symptom
diagnosis allergy asthma injury vaccine virus infection patient recover migraine cancer diabetes bed

mind stress anxiety depression therapy therapist counseling burnout meditation mindfulness panic selfcare grief trauma sleep
insomnia wellbeing relax

feelings happy sad angry afraid proud excited lonely grateful jealous nervous upset joy cry frustrated disappointed worried
emotion mood

food eat meal breakfast lunch dinner cook recipe restaurant bake cake bread pizza pasta soup salad vegetable fruit cheese
meat chicken fish dessert chocolate snack delicious kitchen cuisine vegan vegetarian ingredient

drinks coffee tea beer wine cocktail juice smoothie bar pub espresso whiskey drink brewery sober

travel trip vacation holiday flight airport hotel tourist passport luggage cruise beach abroad tour journey sightseeing visit
visa resort hostel roadtrip island souvenir

vehicles car drive truck bus train bike motorcycle traffic parking garage mechanic engine tire license fuel tesla commute
subway taxi accident vehicle road

sport game team match soccer football basketball tennis baseball golf hockey swim run marathon race coach tournament champion
score gym workout volleyball cricket athlete medal league training

fitness gym workout exercise yoga pilates run jog weights muscle diet weight fit training stretch cardio healthy

outdoors hike camp mountain trail forest lake river beach nature park tent climb kayak fishing sunset waterfall canyon
wildlife picnic campfire ocean surf ski

animals pet dog cat puppy kitten bird horse fish rabbit hamster turtle vet breed animal leash shelter parrot snake

hobbies hobby craft knit sew pottery puzzle lego collect garden woodwork photography paint chess game leisure magic origami
quilt pastime

art paint draw sketch sculpture gallery museum artist canvas exhibit mural pottery watercolor portrait design photography
craft ceramic

music song band concert guitar piano violin drum sing singer album melody festival orchestra jazz rock choir musician lyrics
playlist instrument

stage dance ballet theater musical acting actor audition performance choreography rehearsal comedy comedian audience drama

screen movie film cinema show series episode netflix director actor documentary television watch anime cartoon trailer

reading book novel read author library story poem poetry fiction fantasy chapter publish write bookstore literature journal
blog

gaming game console playstation xbox nintendo player tournament esports quest multiplayer chess boardgame

home house apartment rent mortgage landlord kitchen bedroom furniture sofa renovate decorate repair roof garden yard move
neighbor roommate lease basement bathroom chore laundry clean

garden plant flower seed tree vegetable grow soil rose tomato harvest lawn compost bloom

money pay price cost salary bank loan debt mortgage save budget invest tax bill cash expensive cheap insurance dollar rich
poor credit income stock

shopping buy purchase shop store mall sale discount order delivery grocery online gift refund price package

clothes dress shirt shoe jacket coat hat jeans skirt fashion wear outfit jewelry necklace ring bracelet style sneakers

technology computer laptop phone software app website internet program code server database robot ai data printer screen
password email tablet wifi camera

software code bug deploy release server database api test repository branch incident outage latency docker kubernetes
developer backend frontend query crash

community volunteer charity donate fundraiser shelter homeless nonprofit neighborhood event group church club local cause

rights lgbtq gay transgender pride equality activist protest discrimination gender advocacy feminism justice acceptance
transition identity

faith church pray god religion mosque temple bible christian muslim jewish buddhist baptism spiritual mass

celebration birthday party christmas halloween thanksgiving easter wedding holiday gift celebrate anniversary festival
costume cake graduation reunion

weather rain snow storm sun wind cold hot temperature winter summer spring autumn forecast flood hurricane drought climate

politics election vote government president mayor senator law party campaign policy protest council congress

law court lawyer judge lawsuit legal contract crime police arrest prison theft robbery attorney

business company startup founder client customer sales marketing investor profit brand product launch vendor market revenue
entrepreneur store shop

birth pregnant born pregnancy baby newborn adopt adoption midwife due maternity nursery diaper

death die funeral grief grave loss mourn widow memorial passed cemetery

science research laboratory experiment scientist physics chemistry biology astronomy telescope space planet star nasa
discovery

body hair eye tooth skin hand foot leg knee back arm head heart face tattoo beard

origin country city town born live grew grow background family hometown move immigrate nationality accent language native
culture heritage roots abroad sweden mexico india china

ambition goal dream plan future aspire achieve career hope success motivation aim wish

military soldier army veteran navy war deployed marine
`;

export const topicLines: readonly string[] = fields.split("\n\n");
