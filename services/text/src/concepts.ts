/**
 * Small clusters of everyday English words that stand near one another: one cluster a line, words in any form (they are analysed
 * when the lexicon is built). A word may stand in several. They let a question find a turn that says the same in other words;
 * words that fit everywhere (get, make, thing) are left out on purpose.
 */
const lexicon = `
kid child son daughter offspring toddler baby infant boy girl little
son boy stepson
daughter girl stepdaughter
parent mother father mom dad folks
mother mom parent maternal
father dad parent paternal
sibling brother sister twin
family relative relatives household kin parents
grandparent grandma grandpa
grandchild grandson granddaughter
aunt uncle cousin nephew niece relative
marry marriage married wedding wed bride groom ceremony vows
spouse husband wife partner hubby
engaged engagement propose proposal fiance fiancee ring
divorce separated separation breakup split ex custody
single unmarried alone bachelor
relationship partner couple bond romance love
anniversary celebrate marriage years
pregnant pregnancy expecting birth newborn baby due trimester
born birth birthday birthplace birthdate
adopt adoption foster agency orphan orphanage
birthday party celebrate cake candles age turning
age old young year teen teenager adult elderly
widow widower bereaved late deceased
die death died dead passed funeral grief loss deceased mourning
funeral memorial burial cemetery grave ashes
upbringing childhood raised youth grew kid
parenting parent raise raising motherhood fatherhood childcare
babysit babysitter nanny daycare childcare creche
friend buddy pal mate friendship bestie companion
friendship bond close connection friend
neighbor neighborhood nextdoor street block
roommate flatmate housemate cohabit
acquaintance stranger colleague contact know
guest visitor host invite invitation
name called nickname named surname
nickname alias called
hometown origin native from roots birthplace grew
origin roots heritage ancestry descent background ethnicity
nationality citizen citizenship passport country
immigrate immigrant emigrate migrate visa relocate abroad
move moved relocate relocation resettle
live reside residence home life dwell stay based
address street apartment house location
city town village suburb metropolis urban
country nation homeland state
countryside rural farm village outdoors
abroad overseas foreign international
language speak fluent bilingual tongue spanish french
learn study practice lesson course taught
translate translation interpreter language
accent pronunciation dialect

job work career occupation profession employment position role
work job office workplace shift
employer company firm workplace business
boss manager supervisor lead
colleague coworker teammate team
hire hired recruit recruitment offer onboard
apply application applicant candidate interview
interview recruiter hiring candidate
resume cv portfolio application
fired layoff redundant dismissed unemployed terminated
unemployed jobless layoff
quit resign resignation leave left notice
retire retirement retired pension
promote promotion promoted raise advance
salary wage pay income earn earnings compensation
bonus reward raise incentive
intern internship apprentice trainee apprenticeship
business company startup enterprise venture firm
startup founder launch venture entrepreneur
entrepreneur founder business owner
owner own proprietor landlord
client customer patron buyer
meeting appointment conference call agenda
conference convention summit symposium event
project assignment initiative undertaking task
deadline due overdue late
freelance freelancer contractor contract consultant
remote telework telecommute hybrid
office desk workspace cubicle
workload busy overtime swamped overworked
burnout exhausted overworked stress
presentation present slides talk speech
speech talk lecture keynote address speak
negotiate negotiation bargain deal agreement
contract agreement deal sign signed
strike union labor protest
engineer engineering developer programmer technician
developer programmer coder software engineer
designer design graphic layout
architect architecture building design
lawyer attorney solicitor legal law court
law legal court judge lawsuit trial
police officer cop detective sheriff
crime criminal robbery theft burglary arrest
steal stolen theft robbed burglar thief
prison jail inmate
firefighter firehouse rescue fire
soldier military army veteran navy deployed marine
war battle conflict combat
accountant accounting bookkeeping audit tax
banker bank finance financial
journalist reporter journalism news press
author writer novelist write
chef cook kitchen restaurant
waiter waitress server barista bartender
farmer farm agriculture crop barn
farm barn livestock tractor ranch
builder construction carpenter contractor
plumber plumbing pipe leak
electrician electrical wiring
mechanic garage repair car
hairdresser barber salon stylist haircut
hair haircut hairstyle dye curly blonde
salesperson sales seller retail
shopkeeper store shop retail
pilot airline cockpit aviation
scientist science research researcher laboratory
secretary assistant receptionist administrator
actor actress acting film theater
coach trainer instructor mentor
mentor mentorship guide guidance advisor coach
volunteer volunteering charity nonprofit unpaid
charity nonprofit fundraiser donate donation cause
donate donation contribute contribution give fundraiser
fundraiser raise funds charity donations
homeless shelter poverty soup
community neighborhood group society local
club group society association membership
member membership join joined belong
join joined enroll sign register
activist activism advocate advocacy campaign rights
protest demonstration march rally
rights equality justice freedom
equality equity inclusion diversity acceptance
lgbtq gay queer transgender pride lesbian
transgender transition gender identity trans
gender identity male female woman man
pride parade lgbtq rainbow
politics political politician election vote
election vote ballot candidate campaign
mayor governor president politician senator
government council authority state

school class classroom education pupil
student pupil learner undergraduate freshman
teacher teach professor tutor instructor educator
college university campus undergraduate
university degree major graduate bachelor
graduate graduation diploma degree commencement
degree major diploma bachelor master phd qualification
phd doctorate dissertation thesis
thesis dissertation paper research
research study investigate investigation
exam test quiz midterm final
grade mark score gpa
homework assignment coursework
scholarship grant tuition funding
course class workshop lesson seminar training
workshop class seminar session
training train course practice
certificate certification license qualification certified
kindergarten preschool nursery daycare
math algebra geometry calculus
science physics chemistry biology
history historical past ancient
psychology counseling therapy mental
counselor counseling therapist psychologist
library librarian books borrow
read reading book novel
book novel read author story literature
author wrote writer novel
write writing wrote author compose
writing journal blog essay diary
journal diary notebook entry log
poem poetry poet verse
story tale fiction narrative
fantasy fiction dragon magic wizard
comic manga superhero graphic
magazine newspaper article publication
publish published publication publisher release
library bookstore bookshop books

sick ill unwell disease illness
illness disease sickness condition diagnosis
flu cold cough fever virus
fever temperature flu
allergy allergic allergies reaction intolerance
asthma inhaler breathing
doctor physician clinic medical gp
hospital clinic emergency ward admitted
nurse hospital medical care
dentist teeth tooth dental cavity
surgery operation surgeon operate
recover recovery heal rehab healing
injury injured hurt wound sprain
hurt pain ache sore
broken fracture bone cast
headache migraine
back spine posture pain
knee leg ankle joint
heart cardiac pulse
diabetes insulin sugar
cancer tumor chemo chemotherapy oncology
covid coronavirus pandemic vaccine
vaccine vaccination shot jab immunization
medicine medication pill drug prescription
prescription pharmacy pharmacist
therapy therapist counseling psychologist treatment
depression depressed depressive sad
anxiety anxious worried nervous panic worry
stress stressed pressure overwhelmed tense
relax relaxing unwind destress calm rest
meditate meditation mindfulness yoga breathe
mindfulness meditation calm present
sleep nap bed insomnia asleep rest
insomnia sleepless sleep
tired exhausted fatigue weary sleepy
health healthy wellness fitness wellbeing
selfcare wellbeing pamper relax
weight diet slim overweight lose pounds
diet nutrition eating calories keto
vegetarian vegan plant meatless
glasses eyesight vision eye
deaf hearing blind disability
disability disabled wheelchair accessible
smoke smoking cigarette nicotine
alcohol drunk sober drinking
addiction addicted sober rehab
accident crash collision wreck
emergency urgent ambulance
checkup appointment screening exam
blood pressure cholesterol test
skin rash eczema acne

food meal dish cuisine eat
meal breakfast lunch dinner supper brunch
dinner supper evening meal
breakfast brunch morning cereal pancake
lunch midday sandwich
eat ate food dine consume
restaurant diner cafe eatery bistro
cook cooking recipe kitchen chef
recipe ingredient dish cook
bake baking oven cake bread bakery
cake cupcake dessert frosting
bread loaf sourdough dough
dessert sweet sweets cake pie pudding
cookie biscuit brownie
chocolate candy cocoa sweets
icecream sundae gelato sorbet
fruit apple banana orange berry
berry strawberry blueberry raspberry
vegetable veggie carrot broccoli salad
salad lettuce greens
meat beef steak pork lamb
chicken poultry turkey
fish seafood salmon tuna
seafood shrimp lobster crab
pasta spaghetti lasagna noodle italian
pizza italian pepperoni
burger fries hamburger
soup stew broth
rice sushi asian
taco burrito mexican
curry spicy indian
spice spicy pepper seasoning hot
cheese dairy milk yogurt
egg omelette
peanut nut almond cashew
snack chips popcorn crisps
grill barbecue bbq
drink beverage thirsty
coffee espresso latte caffeine cappuccino
tea herbal chai
beer brewery ale brew pub
wine vineyard winery
cocktail drink bar
bar pub nightclub tavern
hungry hunger starving appetite
taste flavor delicious tasty yummy
grocery supermarket groceries market
gluten celiac wheat

travel trip journey tour voyage
trip travel getaway journey visit
vacation holiday getaway trip travel
tourist tourism sightseeing tour
sightseeing landmark attraction museum
landmark monument tower statue
flight fly airplane airport airline
airport terminal flight departure
luggage suitcase baggage pack bag
passport visa border
hotel hostel motel resort accommodation airbnb
resort spa hotel
cruise ship boat sail
boat sail ship yacht canoe kayak
kayak canoe paddle rafting
train railway station rail
bus coach transit
subway metro underground tube
commute travel work transit
taxi cab uber lyft ride
car vehicle drive automobile auto suv sedan
drive driving driver road car
roadtrip drive road car
truck van pickup
motorcycle motorbike bike
bike cycling cyclist ride
gas fuel petrol gasoline
park parking garage
traffic jam congestion
license driving permit
map directions navigation gps
lost misplaced missing
camp camping tent campfire campsite
campfire marshmallow camping bonfire
hike hiking trail trek backpacking
mountain peak summit climb alps
climb climbing bouldering mountaineering
beach ocean sea shore coast sand
ocean sea marine wave
surf surfing wave board
dive diving scuba snorkel
lake pond river water
river stream creek waterfall
island tropical hawaii
forest woods tree jungle
desert dune sahara
park playground garden
canyon valley cliff
europe european france italy germany spain
asia asian japan china india
japan tokyo japanese kyoto
france paris french
italy rome italian
spain barcelona madrid spanish
england london british uk britain
germany berlin german
sweden swedish stockholm
canada toronto canadian vancouver
usa america american
mexico mexican
australia sydney australian

sport athletic athlete game team
exercise workout gym fitness training
gym workout fitness weights
weights lifting strength muscle
run running jog jogging marathon race
marathon race run runner
race competition run track
walk walking stroll hike
yoga pilates stretch
swim swimming pool swimmer
football soccer goal
soccer football striker
basketball hoop nba court
baseball softball bat
tennis racket badminton
golf course putt
volleyball net spike
hockey puck rink
skate skating skateboard rink
ski skiing snowboard slope
martial karate judo taekwondo boxing
boxing fight fighter ring
gymnastics acrobatics
horse riding equestrian pony
fishing fish angler bait
hunting hunt gun
team squad crew teammates
match game tournament
tournament championship competition contest
compete competition contest competitor
win won victory champion triumph
lose lost defeat
award prize trophy medal recognition
medal gold trophy
fan supporter cheer
stadium arena venue

hobby pastime interest leisure activity
activity hobby leisure pastime fun
enjoy like love fond fun
game gaming videogame play player
gaming console playstation xbox nintendo
boardgame chess puzzle cards
puzzle jigsaw crossword
chess checkers
lego model toy
toy doll plaything
collect collection collector collectible
craft crafts handmade diy
knit knitting crochet yarn
sew sewing fabric stitch quilt
pottery ceramic clay bowl pot
clay pottery sculpt sculpture
paint painting art draw artist canvas
draw drawing sketch illustration
artist painter sculptor illustrator
gallery exhibition exhibit museum
photo camera picture photography
photography photographer camera shoot
picture image photo portrait
color red blue green yellow purple
mural graffiti street
design pattern style
woodwork carpentry wood
magic magician trick
astronomy star telescope planet
star sky night constellation
space nasa astronaut rocket
garden gardening plant flower
gardening planting seeds soil
plant flower seed grow
flower rose tulip sunflower bouquet
tree oak leaf branch

music song band concert
song tune melody track lyrics
sing singing singer vocal
singer vocalist musician
musician band instrument music
band group musician
instrument piano guitar violin
guitar guitarist strings
piano pianist keyboard
violin cello orchestra
drum drummer percussion
orchestra symphony classical
classical orchestra bach mozart
rock punk metal
jazz blues
concert gig show festival
festival fair carnival
album record vinyl
dance dancing dancer ballet
choir chorus singing
listen hear audio
podcast episode show
radio station broadcast
movie film cinema watch
cinema theater movie
film director documentary
documentary film nature
tv show series episode
series season episode show
netflix streaming watch
theater play drama stage musical
drama acting play
comedy funny comedian standup
funny humor joke laugh
laugh laughter joke
horror scary thriller
cartoon anime animation
celebrity famous star
fame famous popular

nature outdoors wildlife outside
outdoors outside nature
wildlife animal wild
animal creature wildlife
weather climate forecast
rain rainy umbrella storm
storm thunder lightning hurricane
hurricane tornado flood disaster
earthquake disaster quake
snow snowy winter ice
sun sunny sunshine
hot heat warm
cold chilly freezing
wind windy breeze
sunset sunrise dusk dawn
environment climate pollution sustainability
recycle recycling compost waste
climate warming carbon
energy solar electricity power

home house apartment flat residence
house mansion cottage
apartment flat condo studio
rent lease landlord tenant
mortgage loan house
landlord rent tenant
room bedroom bathroom
kitchen stove oven fridge
furniture sofa couch chair table
bed mattress pillow
decorate decoration decor interior
renovate renovation remodel refurbish
repair fix mend broken
build construct built
clean cleaning tidy chore
chore laundry dishes housework
laundry wash washing
lock key door
roof ceiling wall
window curtain blinds
yard lawn backyard garden
tool hammer drill
appliance dishwasher fridge
gift present
lamp light bulb
trash garbage rubbish
storage box closet
move packing boxes

money cash dollar finance
buy purchase shop acquire order
shop shopping store mall
store shop mall market
sell sale seller sold
price cost expensive fee
cost price spend expense
cheap inexpensive affordable bargain discount
expensive costly pricey
discount sale coupon
pay payment paid bill
bill invoice payment
save saving budget
budget expenses finances
debt loan owe borrow credit
bank account savings
invest investment stock shares
tax taxes irs
insurance policy coverage
rich wealthy fortune
poor broke poverty
refund return exchange
order delivery package ship
package parcel delivery mail
mail letter post
subscription subscribe membership

feel feeling emotion mood
emotion feeling emotional
happy glad joy cheerful delighted
joy happiness delight
cry tears weep sob
angry mad furious annoyed anger
annoyed irritated frustrated
frustrated frustration disappointed
disappointed letdown
afraid fear scared frightened fearful
scared fear terrified
brave courage courageous
excited thrilled eager pumped excitement
surprise surprised shocked unexpected
proud pride accomplishment
accomplish accomplishment achieve achievement
achieve goal success succeed
success successful succeed
fail failure failed
love adore affection
like enjoy prefer favorite
favorite prefer preferred best
prefer preference rather favorite
hate dislike loathe despise detest
dislike hate avoid
lonely loneliness alone isolated
grateful thankful gratitude appreciate
thank thanks appreciate
sorry apologize regret apology
regret remorse
jealous envy jealousy
shy introvert quiet reserved
outgoing extrovert sociable
support supportive encourage help
encourage encouragement motivate
motivate motivation inspire inspiration
hope hopeful wish optimistic
dream aspiration wish
goal aim objective target aspiration
plan planning intend intention
ambition goal aspire
decide decision choose choice
choose pick select chosen
change transform transition
challenge difficult obstacle struggle hardship
struggle difficulty hardship
difficult hard tough challenging
easy simple effortless
problem issue trouble
solve fix solution
help assist aid
advice suggestion recommend tip
recommend recommendation suggest
suggest suggestion propose idea
idea thought concept
opinion view belief
believe belief faith
think thought consider
remember recall memory
memory memories remember reminisce
know knowledge aware
understand comprehend grasp
explain describe tell
talk chat conversation discuss
discuss discussion conversation
argue argument fight quarrel
agree agreement consent
disagree disagreement dispute
promise vow commit
trust reliable honest
lie dishonest deceive
secret private confidential
kind generous caring
personality character trait nature
value important principle
habit routine ritual regular
tradition custom ritual
responsibility duty obligation
mistake error wrong
luck lucky fortunate
danger dangerous risk
safe safety secure security

pet dog cat animal
dog puppy pup canine
cat kitten kitty feline
puppy dog breed
breed labrador retriever poodle shepherd
bird parrot parakeet
fish aquarium tank
hamster rabbit guinea
turtle reptile lizard snake
vet pet clinic

technology tech gadget digital
computer laptop pc macbook
laptop notebook computer
phone cell mobile smartphone iphone
tablet ipad
internet online web wifi
website site web page
blog blogger post
app software program
software program application code
code coding programming program
programming python javascript java
bug error defect
database sql postgres data
deploy deployment release
password login account credentials
hack hacker security breach
email inbox mail message
message text chat sms
social instagram facebook twitter
video youtube clip
robot robotics ai
ai artificial machine
data statistics analytics
printer print scanner
screen monitor display
headphones earbuds speaker
camera lens dslr
file document folder
backup save restore
upgrade update version
config configuration setting

religion religious faith spiritual
church mass worship pastor christian
pray prayer
god faith
temple mosque synagogue
bible scripture
christmas xmas santa
halloween costume pumpkin
thanksgiving turkey
holiday celebration festive
celebrate celebration party festivity
party celebration gathering
event gathering occasion
reunion gathering
picnic park lunch
clothes clothing outfit wear
wear outfit dress
dress skirt gown
shirt tshirt blouse top
shoe sneakers boots footwear
jacket coat sweater
hat cap
jewelry necklace ring bracelet earrings
necklace pendant jewelry
watch clock time
fashion style trend
makeup cosmetics beauty
tattoo ink piercing
perfume fragrance scent
symbol represent meaning symbolize
object item keepsake souvenir
souvenir memento keepsake

start began beginning
finish complete end conclude
continue ongoing keep
postpone reschedule delay
cancel canceled call
schedule calendar appointment
frequent often usually
daily everyday day
weekend saturday sunday
morning dawn early
evening night tonight
night midnight late
recent recently lately new
current currently now present
future upcoming soon
upcoming soon next
past previous former
first initial
last final
new recent latest
old ancient vintage antique
quick fast speed
slow slowly
big large huge
small little tiny
tall height feet
beautiful pretty gorgeous stunning
ugly hideous
strong strength powerful
quiet silent peaceful
loud noise noisy
peaceful calm serene tranquil
clean tidy neat
dirty messy mess
lost found
increase grow rise
decrease reduce drop
improve improvement better
create creative creation
creative creativity imagination
discover discovery find
search seek look
send mail deliver
receive got received
give gave gift
borrow lend
grow growth
teach taught educate
interest interested passion passionate
passion passionate enthusiasm
skill talent ability
talent gifted skill
experience experienced background
expert professional specialist
beginner novice
famous celebrity
popular trendy
special unique
unique special rare
normal usual ordinary
strange weird odd unusual
same similar alike
different difference distinct
reason cause motive
effect result impact outcome
impact influence affect
influence inspire affect
attend attended participate attendance
participate take part involved
organize arrange plan coordinate
lead leader leadership
protect protection guard
hero idol admire
admire respect
respect honor
need require necessary
purpose meaning aim
life living lifestyle
lifestyle habits living
world globe earth
place location spot
distance far miles
height tall
weigh weight pounds
want wish desire
fall slip trip stumble
sad unhappy upset heartbroken
dating girlfriend boyfriend partner romantic romance crush
art artwork painting artist artistic
role hero idol inspiration
save rescue
begin start commence launch began
stop quit cease halt
meet met encounter introduce
find found locate discover
autumn october september
winter december january snow
spring april bloom
shut close
server hosting cloud infrastructure
visit trip stay
important significant essential
attitude outlook mindset
wait delay postpone
adopt rescue shelter animal
fire wildfire flame smoke
city town capital
wheelchair accessibility ramp
grandma grandpa grandparent family
puppy kitten pet
pet name called
sunset painting landscape
landscape scenery view scenic
sculpture statue sculptor
tent sleeping camping
stroller diaper crib baby
engagement proposal ring diamond
toast wine celebrate
degree studied majored field
field industry sector
skydiving parachute adrenaline thrill
adventure explore exploration adventurous
explore discover wander
museum dinosaur exhibit
zoo aquarium animals
circus carnival funfair
amusement rollercoaster themepark disneyland
ticket admission entry
reservation booking table
backpack rucksack bag
bag purse handbag backpack
wallet purse card
umbrella raincoat rain
notebook pen pencil stationery
phone charger battery
battery charge power
solar panel renewable
electric hybrid tesla
beard mustache shave
eyes brown
wrist hand arm finger
foot ankle toe
stomach belly digestion
vomit nausea stomach
dizzy faint vertigo
gluten bread wheat
lactose milk dairy
vitamin supplement protein
protein muscle shake
smoothie juice fruit
pancake waffle syrup
honey jam spread
cater catering banquet
picnic blanket basket
wrestling boxing mma
cricket rugby football
sprint track athletics
swimmer lap freestyle
referee umpire rules
league season division playoffs
quarterback touchdown nfl
pointe choreography dance
rehearsal rehearse practice
audition casting role
script screenplay write
animation drawing cartoon
sticker badge patch
antique vintage collectible
coin stamp collection
candle soap handmade
origami paper craft
calligraphy handwriting lettering
pottery kiln glaze
telescope stargazing meteor
meteor shower perseid
birdwatching bird binoculars
beekeeping bee honey
mushroom foraging wild
flood evacuate water
drought dry heat
volunteer shelter homeless
orphanage adopt children
refugee asylum immigrant
veteran soldier military
patriotic flag nation
mentor mentee youth
tutor tutoring homework
scholar academic researcher
curriculum syllabus course
bully bullying harass
racism racist discrimination
discrimination prejudice bias
feminism women equality
stepmother stepfather blended
godmother godfather baptism
baptism christening church
ramadan eid muslim islam
hanukkah jewish synagogue
hindu diwali temple
buddhist buddhism meditation
yoga retreat meditation
retreat getaway workshop
proofread edit draft
draft manuscript chapter
editor publisher manuscript
feedback review critique
rating stars review
review testimonial opinion
inherit inheritance legacy heirloom
heirloom keepsake sentimental
sentimental meaningful special
symbolic symbol meaning
necklace heart pendant
hometown neighborhood community
block party neighbor
homeowner property house
property estate realtor
realtor house listing
downsizing smaller apartment
burglar alarm security
wifi router internet
podcast interview host
stream twitch live
esports tournament gaming
pokemon nintendo game
dungeon dragons roleplay campaign
wizard potter hogwarts
superhero marvel comics batman
startup investor pitch
investor funding venture
inventory stock warehouse
marketing advertising ad brand
brand logo label
customer complaint service
merge branch commit git
repository github git
docker kubernetes container
linux ubuntu unix
windows microsoft
apple iphone mac
google android pixel
api endpoint rest
frontend react javascript
backend server api
latency slow performance
performance speed benchmark
outage downtime incident
incident outage alert
ticket issue jira
sprint backlog agile
specification requirement requirements
budget cost estimate
vendor supplier provider
office headquarters branch
headquarters based located
`;

export const conceptLines: readonly string[] = lexicon.split("\n").filter((line) => line !== "");
