/** English words too frequent to tell texts apart; contractions are here without their apostrophe, as they are often typed. */
const words = `
a an the this that these those
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
it its itself they them their theirs themselves one ones
am is are was were be been being have has had having do does did doing done
will would shall should can could may might must ought
and or but nor if then else than so because as until while although though whereas unless
of at by for with about against between into through during before after above below to from up down in out on off over under
again further once here there per via upon onto within without toward towards among across
what which who whom whose when where why how
all any both each few more most other others some such only own same too very just also even still yet ever
no not never none
im ive youre youve youll theyre theyve weve hes shes thats whats lets
dont didnt doesnt isnt arent wasnt werent wont wouldnt cant couldnt shouldnt hasnt havent hadnt aint
oh ah um uh hmm wow hey hi hello yeah yep yes ok okay please
really quite rather pretty actually basically literally maybe perhaps
etc eg ie http https www com
`;

export const stopWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
