/** Whether a given name is a man's or a woman's, where nearly all its bearers are; in lower case, without accents. */

const men = `
  aaron abdullah abraham adam adrian ahmed ahmet akira alan albert alejandro alessandro alexander alfonso alfred ali alistair amit anders
  andrei andrew antoine anthony antonio arjun arthur arturo barry bartholomew benjamin bernard bjorn boris brandon brian bruno carl carlos
  cedric charles christian christopher colin connor cornelius craig cyril damian daniel darren david dennis derek diego dieter dimitri
  dmitri dominic donald douglas duncan dylan edgar eduardo edward edwin emil emmanuel enrique eric erik ernesto ethan eugene fabio felipe felix
  fernando filip florian franco francois frank frederick fritz gareth gary geoffrey georg george gerald gerard giacomo gianni giorgio
  giovanni giuseppe glenn gordon graham gregory guillermo gunter gustav hamza hans harald harold haruto harry hassan hector heinrich henrik henry
  herbert hiroshi horst howard hugo hussein ian ibrahim igor imre isaac ivan jack jacob jakub james janos jason javier jeffrey jeremy
  jerome joaquin johann johannes john jonathan jorge jose joseph joshua juan jurgen karim karl keith kenji kenneth kevin klaus konrad
  konstantin kurt lars laszlo laurent lawrence leonard leonardo leonid liam lorenzo louis lucas ludwig luigi luis luke lukas magnus
  malcolm manuel marcel marcin marco marcus mario mark markus martin mateo mateusz mathias matteo matthew matthias maurice max mehmet
  michael miguel mikhail mohamed mohammed muhammad mustafa nathan nathaniel neil nicholas nicolas nigel nikolai norman olaf oleg oliver omar
  oscar oskar otto pablo paolo patrick paul pavel pedro peter philip pierre piotr rafael rahul rainer rajesh ralf ralph ramon raymond
  reinhard ricardo richard robert roberto roderick rodrigo roger roland rolf ronald rudolf rupert russell ryan salvatore samuel santiago
  sanjay scott sean sebastian sergei sergio simon stanley stavros stefan stefano stephen steven stuart sven takashi tariq terence theodore
  thomas timothy tobias tomas tomasz trevor uwe vikram viktor victor vincent vincenzo vladimir walter warren werner wilhelm william
  wolfgang xavier yusuf zachary`;
const women = `
  abigail adelaide adriana agata agnes agnieszka aisha alexandra alice alicia alison amanda amelia amina amy anastasia angela anita anna anne
  annette annika antonia aoife astrid audrey barbara beata beatrice beatriz bettina birgit bridget brigitte camila carla carmen carol carolina
  caroline catherine cecilia charlotte chiara chioma christina christine clara claire claudia colette concepcion constanza cornelia
  cristina daniela deborah deepa denise diana dolores dorothea dorothy edith elena eleanor elisa elisabeth elise elizabeth ella ellen
  eloise elsa emilia emily emma erika esther eva eve evelyn farah fatima fatou fernanda fiona florence frances francesca frida gabriela
  gabrielle georgia gerda gertrude giulia gloria greta gudrun halina hannah heidi helen helena helga henrietta hilary hildegard ines
  ingeborg ingrid irena irene isabel isabella isabelle jane janet janice jennifer jessica joan joanna johanna josephine joyce judith julia
  juliana juliane julie kate katarina katarzyna katharina katherine kathleen katja kerstin kirsten kristina larissa laura leila lena
  leticia lina linda lisa lorena louise lucia lucy luisa magdalena malgorzata margaret margarita margherita maria marianne marie marina
  marta martha mary matilda megan melanie melissa mercedes michelle miriam monica monika nadia nadine nancy natalia natalie natasha
  nicole nina nora norma olga olivia pamela paola patricia paula petra philippa phyllis pilar priya rachel rebecca regina renate rita
  roberta rosa rosalind rosemary roxana ruth sabine sally samantha sandra sarah sharon sheila shirley silvia simone sofia soledad solveig
  sophia sophie stephanie stefania susan susana susanna svetlana sylvia tamara tamsin tatiana teresa theresa ulrike ursula valentina valeria
  vanessa vera veronica veronika victoria virginia wilhelmina xenia yolanda yvonne zoe zuzanna`;

const genders = new Map([...entries(men, "m"), ...entries(women, "f")]);

/** "m" or "f"; "" where it is not known. */
export function genderOfGiven(given: string): string {
  return genders.get(given) ?? "";
}

function entries(names: string, gender: string): [string, string][] {
  return names
    .trim()
    .split(/\s+/)
    .map((name): [string, string] => [name, gender]);
}
