/** A Postgres error as both adapters throw it: `code` is the SQLSTATE. */
export class DatabaseError extends Error {
  readonly code: string;
  readonly constraint: string;
  constructor(message: string, code: string, constraint = "", options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseError";
    this.code = code;
    this.constraint = constraint;
  }
}

const seconds = (ms: number): string => `${ms / 1_000} s`;

export const idleTooLong = (ms: number): DatabaseError =>
  new DatabaseError(`The transaction was rolled back: it had no statement for ${seconds(ms)}.`, "25P03");

export const openTooLong = (ms: number): DatabaseError =>
  new DatabaseError(`The transaction was rolled back: it was open for ${seconds(ms)}.`, "25P04");

export const tookTooLong = (ms: number): DatabaseError =>
  new DatabaseError(`The statement was cancelled: it took longer than ${seconds(ms)}.`, "57014");

export const cancelled = (): DatabaseError => new DatabaseError("The statement was cancelled.", "57014");

export const failedBefore = (cause: unknown): DatabaseError =>
  new DatabaseError("A statement of the transaction failed: nothing more is taken until it is rolled back.", "25P02", "", {
    cause,
  });

export const notOpen = (): DatabaseError => new DatabaseError("There is no transaction.", "25P01");

export const alreadyOpen = (): DatabaseError => new DatabaseError("There is a transaction already.", "25001");

export const noSavepoint = (): DatabaseError => new DatabaseError("There is no such savepoint.", "3B001");

export const overtaken = (): DatabaseError => new DatabaseError("could not serialize access due to concurrent update", "40001");
