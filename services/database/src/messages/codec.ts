import { QueryError } from "../errors.ts";

/** Bytes that are no CBOR, or CBOR that stands for no value. */
export function invalidCbor(): QueryError {
  return new QueryError("Serialization", "invalid cbor");
}

/** A value for which CBOR has no form: regexes and functions. */
export function noCborForm(): QueryError {
  return new QueryError("Serialization", "Value could not be encoded into CBOR");
}

/** Bytes that are no FlatBuffer, or one that stands for no value. */
export function invalidFlatbuffers(): QueryError {
  return new QueryError("Serialization", "invalid flatbuffers");
}

/** A value for which FlatBuffers have no form: functions, and durations beyond 2^63 seconds. */
export function noFlatbuffersForm(): QueryError {
  return new QueryError("Serialization", "Value could not be encoded into FlatBuffers");
}

/** A limit of ours: a few bytes may stand for many values, and the memory is everybody's. */
export function tooManyValues(): QueryError {
  return new QueryError("Serialization", "The message has more values than are taken at once: send it in parts");
}

export function invalidJson(): QueryError {
  return new QueryError("Serialization", "invalid json");
}

export function closureNotStorable(): QueryError {
  return new QueryError("Internal", "A user generated conversion error occured: Closures cannot be stored on disk");
}
