/** Given names that are plain words too, in lower case: read alone they prove nobody. */
export const namesThatAreWords: ReadonlySet<string> = new Set(
  `will may grace hope rust mark bill art faith joy rose lily ivy iris daisy violet heather hazel holly ruby amber pearl jade june april
  august summer autumn dawn eve star sky rain river brook cliff dale glen heath forest reed rich frank ernest earnest chase grant lance
  pat rob sue drew jack gene guy buck chip chuck dick rusty sandy sunny stormy hunter mason miller cooper taylor carter porter page
  story haven harmony melody charity prudence patience mercy verity constance honor honour earl duke king prince major dean chance ace
  angel bishop cherry clay coral crystal ginger gray grey jasper ray skip sage max victor norm basil olive penny robin jay wren buddy
  wade trip bob josh stone ford`.split(/\s+/),
);
