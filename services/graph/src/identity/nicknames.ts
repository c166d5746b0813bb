/** Short forms of given names, each list after the full one. A short form may stand for several names. */
const english = `
  alexander alex al sandy xander; alexandra alex sandra sasha lexi; alfred alf alfie fred; amanda mandy; andrew andy drew;
  anthony tony; antonio tony toni; benjamin ben benny; barbara barb barbie babs; beatrice bea trixie; catherine cathy cat kate katie;
  charles charlie chuck chas; charlotte charlie lottie; christopher chris kit; christine chris tina chrissie; christina chris tina;
  daniel dan danny; david dave davey; deborah deb debbie; donald don donnie; dorothy dot dottie dolly; douglas doug; edward ed eddie ted ned;
  eleanor ellie nell nora; elizabeth liz lizzie beth betty betsy eliza lisa libby; emily em emmy; francis frank frankie; frances fran frankie;
  frederick fred freddie; gabriel gabe; gabrielle gabby; geoffrey geoff; gerald gerry jerry; gregory greg; harold harry hal; henry harry hank hal;
  isabella bella izzy isa; jacob jake; jacqueline jackie; james jim jimmy jamie; janet jan; jeffrey jeff; jennifer jen jenny; jessica jess jessie;
  john johnny jack jon; jonathan jon jonny; joseph joe joey; joshua josh; josephine jo josie; judith judy; katherine kathy kate katie kat;
  kathleen kathy kath; kenneth ken kenny; lawrence larry; leonard leo len lenny; leonardo leo; louis lou louie; louise lou; lucinda lucy cindy;
  madeleine maddie; margaret maggie meg peggy marge greta; martin marty; matthew matt matty; maximilian max; melissa mel; michael mike mick mikey;
  mikhail misha; nathaniel nate nat; nathan nate nat; nicholas nick nicky; nicole nicky nikki; oliver ollie; olivia liv livvy; pamela pam;
  patricia pat patty trish tricia; patrick pat paddy; peter pete; philip phil; phillip phil; rachel rach; raymond ray; rebecca becky becca;
  richard rick dick rich richie ricky; robert bob bobby rob robbie bert; roberta bobbie; ronald ron ronnie; samantha sam sammy; samuel sam sammy;
  sebastian seb bastian; stephanie steph; stephen steve stevie; steven steve stevie; susan sue susie suzy; susanna sue susie;
  theodore ted teddy theo; theresa terry tess; thomas tom tommy; timothy tim timmy; valentina val tina; valerie val; veronica ronnie vera;
  victoria vicky tori; vincent vince vinny; virginia ginny; vladimir vova volodya; walter walt wally; wilhelmina mina willa; william bill billy will liam willy;
  zachary zach zack`;

/** Of other languages, without accents. */
const others = `
  adalberto beto; agnieszka aga agusia; alberto beto berto; aleksander olek sasha; aleksandr sasha sanya shura; aleksandra ola sasha; alejandro ale alex jandro;
  alessandro ale sandro; alexandros alekos; alfonso fonso poncho; alfredo fredo; ana anita; anastasia nastya stasia asya; andrea dea; andreas andi;
  andrzej jedrek; antonin tonda; antonio tono nino toni; antonios adonis; anton toni; bartlomiej bartek; bartholomeus bart; beatriz bea; carlos carlitos charly; carmela
  carmelina mela; concepcion concha conchita; consuelo chelo; cornelis kees cor; cristina cris; dariusz darek; dmitri dima mitya; dmitry dima mitya;
  dolores lola loli; dominik domi; eduardo edu lalo; ekaterina katya; elena lena; elisabeth lisa elli sissi betti elsa liesl; elzbieta ela; emilia mila; enrique quique kike;
  ernesto neto; esperanza espe; evangelia litsa; eugenia zhenya; ewa ewcia; evgeny zhenya; federico fede; fernando nando fer; filippo pippo; francesca franca cesca;
  francesco ciccio franco; francisca paca paqui chica; francisco paco pancho curro chico fran kiko; franz franzl; frantisek franta; friedrich fritz friedel; gabriela gabi; gabriele lele;
  gheorghe gigi; giovanni gianni nino vanni; giuseppe beppe peppe pino; giuseppina pina; gerardo gera; gertrud trudi; gonzalo gonza; graciela chela; grzegorz grzesiek;
  guadalupe lupe lupita; guillermo memo guille; gustav gustl; gyorgy gyuri; hannelore hanne lore; hans hansi; heinrich heinz heini; helena lena helka; hendrik henk rik;
  ignacio nacho; ingeborg inge; ioana oana; ioannis giannis yannis; irina ira irka; isabel isa chabela; istvan pisti; ivan vanya; jacobus jaap koos; jakub kuba; jan janek honza; jana janka;
  janos jani jancsi; javier javi; jesus chucho chus; jiri jirka; joanna asia; joao joaozinho; joaquin quino; johann hans hannes; johanna hanna hanni; johannes hans hannes jan joop;
  jorge coque; jose pepe pepito zeze ze chepe; josef sepp pepa beppo; josefa pepa pepi; jozef jozek josko; jozsef joska; juan juanito; julia julka; juliana juli; karl kalle charly; karolina karola;
  katarzyna kasia; katharina kathi kati kathe trina; katerina katka; kazimierz kazik; konstantin kostya; konstantinos kostas dinos; krystyna krysia; krzysztof krzys krzysiek;
  laszlo laci; lars lasse; leopold poldi; leonid lyonya; lorenzo renzo; ludwig wiggerl lutz; luigi gigi gino; luis lucho; lyudmila lyuda mila; magdalena magda lena leni; malgorzata gosia; manuel manolo
  manu manny; marcin marcinek; marek mareczek; margarete grete gretl gretel; margarita rita marga; margherita rita; maria mari masha marysia mia mitzi maruja; mariana nana; mario marito; mariusz mario; matej mata;
  matthias matze hias; matteo teo; mauricio mau; mercedes merche; miguel migue; mikael micke; miklos miki; mikolaj mikus; milagros mila; mohamed mo momo; mohammed mo momo hamo; muhammad mo; nadezhda nadya; natalia
  natasha nata talia; nikolai kolya; nikolaos nikos; olga olya; panagiotis panos takis; paula pauli; pavel pasha; pedro perico; peter peer; petr petya petrik; philipp flip lipp; pilar pili; piotr piotrek; rafael rafa rafi; ramon moncho
  mon; ricardo ricky richi cardo; roberto beto berto; rodrigo rodri; rosario charo; rudolf rudi; ryszard rysiek; salvador chava salva; salvatore toto turi; samuel samu; santiago santi; sebastian basti seb; sebastiaan bas seb; sergei seryozha; sergio checho;
  sofia sofi; sofie fie; spyridon spyros; stanislaw staszek stas; stanislav standa slava; stefan steffen stef; stefanie steffi; susana susi; svetlana sveta; sandor sanyi; tamara toma; tatiana tanya tania; tatyana tanya; teresa tere resi; theodoros
  thodoris; theresia resi; tomas tomek tom; tomasz tomek; ursula uschi ulla; vaclav vasek; valentin valik; vasily vasya; viktoria vika; vincenzo enzo; vladimir vlad volodya vova; walburga burgi; wilhelm willi wim; willem wim pim; wojciech wojtek; yekaterina
  katya; yevgeny zhenya; yolanda yoli; yuri yura; zofia zosia; zuzanna zuza; zsuzsanna zsuzsi`;

const fullByShort = new Map<string, Set<string>>();
const allByFull = new Map<string, ReadonlySet<string>>();
for (const list of `${english};${others}`.split(";")) {
  const [full = "", ...short] = list.trim().split(/\s+/);
  allByFull.set(full, new Set([...(allByFull.get(full) ?? []), ...short]));
  for (const one of short) fullByShort.set(one, (fullByShort.get(one) ?? new Set()).add(full));
}

/** Whether two given names (in lower case) are one name and its short form, or two short forms of one name. They are not the same. */
export function isNicknameOf(a: string, b: string): boolean {
  return a !== b && formsOf(a).includes(b);
}

/** What a given name may be written as instead: its short forms, the names that it may be short for, and their short forms. */
export function formsOf(given: string): string[] {
  const full = [...(fullByShort.get(given) ?? []), ...(allByFull.has(given) ? [given] : [])];
  const forms = full.flatMap((name) => [name, ...(allByFull.get(name) ?? [])]);
  return [...new Set(forms)].filter((form) => form !== given);
}
