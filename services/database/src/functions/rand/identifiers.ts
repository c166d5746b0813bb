import type { Datetime } from "../../values/value.ts";
import type { FunctionContext } from "../function.ts";

const millis = (moment: Datetime): bigint => moment.nanos / 1_000_000n;

/** Crockford's base 32. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 48 bits of milliseconds since 1970 and 80 of chance. Moments before 1970 count as its beginning. */
export function ulidAt(moment: Datetime, context: FunctionContext): string {
  const time = moment.nanos < 0n ? 0n : BigInt.asUintN(48, millis(moment));
  let rest = (time << 80n) | BigInt(`0x${hexOf(context.randomBytes(10))}`);
  let text = "";
  while (text.length < 26) {
    text = (alphabet[Number(rest % 32n)] ?? "") + text;
    rest /= 32n;
  }
  return text;
}

/** Version 7 of RFC 9562: 48 bits of milliseconds since 1970, then chance. */
export function uuid7At(moment: Datetime, context: FunctionContext): string {
  const chance = hexOf(context.randomBytes(10));
  const time = BigInt.asUintN(48, millis(moment)).toString(16).padStart(12, "0");
  return uuidFrom(`${time}7${chance.slice(0, 3)}${chance.slice(4, 20)}`);
}

/** Version 4: all chance. */
export function uuid4(context: Pick<FunctionContext, "randomBytes">): string {
  const chance = hexOf(context.randomBytes(16));
  return uuidFrom(`${chance.slice(0, 12)}4${chance.slice(13, 32)}`);
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** Sets the variant and the hyphens. */
function uuidFrom(digits: string): string {
  const variant = ((Number.parseInt(digits[16] ?? "0", 16) % 4) + 8).toString(16);
  const whole = digits.slice(0, 16) + variant + digits.slice(17);
  return [whole.slice(0, 8), whole.slice(8, 12), whole.slice(12, 16), whole.slice(16, 20), whole.slice(20, 32)].join("-");
}
