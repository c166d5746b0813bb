/** What the server takes of its clients; the operator may set each. */
export interface Limits {
  /** Milliseconds after which a statement ends, also one that says no TIMEOUT: as long as the store lets one of its own run. */
  readonly statementMs: number;
  /** Levels of functions, blocks and subqueries inside each other. */
  readonly depth: number;
  /** Values in a result, in a record, or in one message of a client. */
  readonly values: number;
  /** Characters of a text, or bytes, that a function of the language is given: it looks at them without a pause. */
  readonly text: number;
  /** Transactions that clients may hold open at once, all together: each takes one of the store's connections. */
  readonly transactions: number;
  /** Live queries of one session, and of this process. */
  readonly liveQueriesOfSession: number;
  readonly liveQueries: number;
  /** WebSockets of this process. */
  readonly sockets: number;
  /** Bytes of one message of a WebSocket. */
  readonly message: number;
  /** Bytes of a message or a body of whom nobody has signed in as yet: credentials and variables, no data. */
  readonly strangerMessage: number;
}

export const usualLimits: Limits = {
  statementMs: 60_000,
  depth: 120,
  values: 5_000_000,
  text: 4 * 1024 * 1024,
  transactions: 8,
  liveQueriesOfSession: 512,
  liveQueries: 16_384,
  sockets: 4096,
  message: 128 * 1024 * 1024,
  strangerMessage: 64 * 1024,
};
