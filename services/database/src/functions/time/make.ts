import { decodeTime } from "ulid";
import { invalidUlid, outOfCalendar, uuidWithoutTime } from "../../messages/time-functions.ts";
import { datetimeOfNanos } from "../../values/datetime.ts";
import { compareValues } from "../../values/order.ts";
import { Datetime } from "../../values/value.ts";
import { arrayOf, int, string, uuid } from "../arguments.ts";
import { family, pure, type Definition } from "../function.ts";
import { nanosOfSecond } from "./calendar.ts";

/** So many of a unit after the beginning of 1970. */
const since1970 = (unit: string, nanosOfUnit: bigint): Definition =>
  pure([int], ([count], _context, name) => {
    const moment = datetimeOfNanos(count * nanosOfUnit);
    if (moment === undefined) throw outOfCalendar(name, unit);
    return moment;
  });

const datetimes = arrayOf("datetime", (value) => (value instanceof Datetime ? value : undefined));

/** Between 1582-10-15, when the Gregorian calendar and the time of UUIDs begin, and 1970: in steps of 100 ns. */
const ticksBefore1970 = 0x01b21dd213814000n;

/** `time::…` that make a moment. */
export const making = family("time", {
  from_micros: since1970("microseconds", 1000n),
  from_millis: since1970("milliseconds", 1_000_000n),
  from_nanos: pure([int], ([count]) => new Datetime(count)),
  from_secs: since1970("seconds", nanosOfSecond),
  from_ulid: pure([string], ([text], _context, name) => {
    const millis = millisOfUlid(text);
    if (millis === undefined) throw invalidUlid(name);
    return new Datetime(millis * 1_000_000n);
  }),
  from_unix: since1970("seconds", nanosOfSecond),
  from_uuid: pure([uuid], ([id], _context, name) => {
    const nanos = nanosOfUuid(id.text);
    if (nanos === undefined) throw uuidWithoutTime(name);
    return new Datetime(nanos);
  }),
  max: pure([datetimes], ([list]) => list.toSorted(compareValues).at(-1)),
  min: pure([datetimes], ([list]) => list.toSorted(compareValues)[0]),
  now: pure([], (_args, context) => context.now()),
});

/** The first ten of 26 characters, in Crockford's base 32. Of the first only the lower three bits count. */
function millisOfUlid(text: string): bigint | undefined {
  if (!/^[0-9A-HJKMNP-TV-Z]{26}$/i.test(text)) return undefined;
  const first = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".indexOf(text.charAt(0).toUpperCase()) % 8;
  return BigInt(decodeTime(`${first}${text.slice(1).toUpperCase()}`));
}

function nanosOfUuid(text: string): bigint | undefined {
  const digits = text.replaceAll("-", "");
  switch (digits[12]) {
    case "1":
      return (BigInt(`0x${digits.slice(13, 16)}${digits.slice(8, 12)}${digits.slice(0, 8)}`) - ticksBefore1970) * 100n;
    case "6":
      return (BigInt(`0x${digits.slice(0, 12)}${digits.slice(13, 16)}`) - ticksBefore1970) * 100n;
    case "7":
      return BigInt(`0x${digits.slice(0, 12)}`) * 1_000_000n;
    default:
      return undefined;
  }
}
