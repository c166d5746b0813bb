import type { Response } from "express";
import { QueryError } from "../../errors.ts";
import { formats } from "../format.ts";

/** A failure of the request itself, in the shape that clients of the language read. */
export class HttpFailure extends Error {
  readonly status: number;
  readonly details: string;
  readonly description: string;
  constructor(status: number, details: string, description: string, information: string) {
    super(information);
    this.name = "HttpFailure";
    this.status = status;
    this.details = details;
    this.description = description;
  }
}

const readMore = "There is a problem with your request. Refer to the documentation for further information.";

export const badRequest = (information: string): HttpFailure =>
  new HttpFailure(400, "Request problems detected", readMore, information);
export const unauthorized = (information: string): HttpFailure =>
  new HttpFailure(
    401,
    "Authentication failed",
    "Your authentication details are invalid. Reauthenticate using valid authentication parameters.",
    information,
  );
export const forbidden = (information: string): HttpFailure =>
  new HttpFailure(403, "Forbidden", "Not allowed to do this.", information);
export const notFound = (): HttpFailure =>
  new HttpFailure(
    404,
    "Requested resource not found",
    "The requested resource does not exist. Check that you have entered the url correctly.",
    "Not found",
  );
export const tooSlow = (): HttpFailure =>
  new HttpFailure(408, "Request timeout", readMore, "The body came too slowly: sign in, or send it at once");
export const tooLarge = (): HttpFailure =>
  new HttpFailure(
    413,
    "Payload too large",
    "The request has exceeded the maximum payload size. Refer to the documentation for the request limitations.",
    "The body is too long for this route: /import takes the longest",
  );
export const unsupportedMedia = (): HttpFailure =>
  new HttpFailure(
    415,
    "Unsupported media type",
    "The request needs to adhere to certain constraints. Refer to the documentation for supported content types.",
    `The format of the request or of the answer is none of ${formats.map(({ mediaType }) => mediaType).join(", ")}`,
  );

/** What a thrown error is to HTTP; what is neither ours nor the language's is an internal error, whose text stays in the log. */
export function failureOf(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  if (error instanceof QueryError) {
    if (error.reason === "auth" || error.reason === "token-expired") return unauthorized(error.message);
    return error.kind === "NotAllowed" ? forbidden(error.message) : badRequest(error.message);
  }
  // What express itself says of a body: 413, 400 and the like.
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 413) return tooLarge();
  if (typeof status === "number" && status >= 400 && status < 500) return badRequest("The request could not be read");
  return new HttpFailure(
    500,
    "Internal server error",
    "There was a problem with our servers, and we have been notified. Refer to the documentation for further information.",
    "Internal error",
  );
}

export function sendFailure(response: Response, failure: HttpFailure): void {
  const { status, details, description, message } = failure;
  response.status(status).json({ code: status, details, description, information: message });
}
