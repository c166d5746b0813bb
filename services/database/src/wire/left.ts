/** A client left before its answer was there: what it had asked for was ended. No fault of ours, and none to answer. */
export class ClientLeft extends Error {
  constructor() {
    super("a client left before its answer");
    this.name = "ClientLeft";
  }
}
