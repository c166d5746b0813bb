/** Short forms of English given names, each list after the full one. A short form may stand for several names. */
const lists = `
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

const fullByShort = new Map<string, Set<string>>();
const allByFull = new Map<string, ReadonlySet<string>>();
for (const list of lists.split(";")) {
  const [full = "", ...short] = list.trim().split(/\s+/);
  allByFull.set(full, new Set(short));
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
