import { QueryError } from "../errors.ts";

export const killFailed = (id: string): QueryError => new QueryError("Internal", `Cannot execute KILL statement using id: ${id}`);

export const liveUnsupported = (): QueryError =>
  new QueryError("NotAllowed", "LIVE needs a connection that notifications can be sent on: use a WebSocket");

export const liveLimit = (limit: number): QueryError =>
  new QueryError("NotAllowed", `A connection may have ${limit} live queries: KILL one first`);

export const liveLimitOfServer = (limit: number): QueryError =>
  new QueryError("NotAllowed", `The server has ${limit} live queries, as many as it takes: try again later`);
