/**
 * Logarithms and the functions of angles, rounded correctly but for the rarest cases. JavaScript's own differ in the last digit from those of C, which
 * users know, about once in ten calls. Numbers are whole multiples of 2^-160 here; what such multiples cannot tell apart is left to JavaScript.
 */
const bits = 160n;
const one = 1n << bits;

/** Below this, and above its inverse, JavaScript's functions take over: no angle or ratio that anyone writes. */
const smallest = 2 ** -40;
const largest = 2 ** 40;

const pi = 4n * (4n * arctangentOfInverse(5n) - arctangentOfInverse(239n));
const ln2 = 2n * inverseHyperbolicTangent(one / 3n);
const smallestNormal = 2 ** -1022;

/** The natural logarithm. */
export function ln(x: number): number {
  return isLogarithmic(x) ? toFloat(logarithmOf(x)) : Math.log(x);
}

/** The logarithm to base 10 as C libraries have it since FreeBSD's: from the natural one, in this order, also where another is closer. */
export function log10(x: number): number {
  if (!(x >= smallestNormal && Number.isFinite(x))) return Math.log10(x);
  let exponent = Math.floor(Math.log2(x));
  if (2 ** exponent > x) exponent -= 1;
  if (2 ** exponent * 2 <= x) exponent += 1;
  const shift = exponent < 0 ? exponent + 1 : exponent;
  const mantissa = x / 2 ** shift;
  return shift * 3.694239077158931e-13 + 0.4342944819032518 * ln(mantissa) + shift * 0.30102999566361177;
}

/** The logarithm to base 2. */
export function log2(x: number): number {
  return isLogarithmic(x) ? toFloat(divide(logarithmOf(x), ln2)) : Math.log2(x);
}

export function sin(x: number): number {
  return isAngle(x) ? toFloat(sineAndCosine(x)[0]) : Math.sin(x);
}

export function cos(x: number): number {
  return isAngle(x) ? toFloat(sineAndCosine(x)[1]) : Math.cos(x);
}

export function tan(x: number): number {
  return isAngle(x) ? toFloat(divide(...sineAndCosine(x))) : Math.tan(x);
}

export function atan(x: number): number {
  return isAngle(x) ? toFloat(arctangent(toFixed(x))) : Math.atan(x);
}

/** The angle of a point, from −π to π. */
export function atan2(y: number, x: number): number {
  if (!isAngle(x) || !isAngle(y)) return Math.atan2(y, x);
  const angle = arctangent(divide(toFixed(y), toFixed(x)));
  return toFloat(x > 0 ? angle : y > 0 ? angle + pi : angle - pi);
}

/** The length of the hypotenuse. */
export function hypot(x: number, y: number): number {
  if (!isAngle(x) || !isAngle(y)) return Math.hypot(x, y);
  const [a, b] = [toFixed(x), toFixed(y)];
  return toFloat(squareRoot(multiply(a, a) + multiply(b, b)));
}

export function asin(x: number): number {
  return isAngle(x) && Math.abs(x) < 1 ? toFloat(arcsine(toFixed(x))) : Math.asin(x);
}

export function acos(x: number): number {
  return isAngle(x) && Math.abs(x) < 1 ? toFloat(pi / 2n - arcsine(toFixed(x))) : Math.acos(x);
}

/** Near 1 the logarithm is too small for fixed places. */
function isLogarithmic(x: number): boolean {
  return x > 0 && Number.isFinite(x) && x > Number.MIN_VALUE * 2 ** 52 && (x === 1 || Math.abs(x - 1) > smallest);
}

function isAngle(x: number): boolean {
  return Math.abs(x) > smallest && Math.abs(x) < largest;
}

/** Exact: a float of usual size is a multiple of 2^-160. */
function toFixed(x: number): bigint {
  // 2^100 moves every bit of a float above 2^-47 before the point.
  return BigInt(x * 2 ** 100) << (bits - 100n);
}

function toFloat(fixed: bigint): number {
  return Number(fixed) * 2 ** -Number(bits);
}

function multiply(a: bigint, b: bigint): bigint {
  return (a * b) >> bits;
}

function divide(a: bigint, b: bigint): bigint {
  return (a << bits) / b;
}

/** ln(m · 2^e) for m near 1: 2 artanh((m − 1) / (m + 1)) + e ln 2. */
function logarithmOf(x: number): bigint {
  const exponent = Math.round(Math.log2(x));
  // In two steps, for 2^-1074 has no inverse among floats.
  const half = Math.trunc(exponent / 2);
  const m = toFixed(x / 2 ** half / 2 ** (exponent - half));
  return 2n * inverseHyperbolicTangent(divide(m - one, m + one)) + BigInt(exponent) * ln2;
}

function inverseHyperbolicTangent(t: bigint): bigint {
  const square = multiply(t, t);
  let power = t;
  let sum = t;
  for (let n = 3n; power !== 0n && power !== -1n; n += 2n) {
    power = multiply(power, square);
    sum += power / n;
  }
  return sum;
}

function arctangentOfInverse(n: bigint): bigint {
  let power = one / n;
  let sum = power;
  for (let k = 3n; power !== 0n; k += 2n) {
    power = -power / (n * n);
    sum += power / k;
  }
  return sum;
}

/** Angles are halved until the series is short. */
function arctangent(t: bigint): bigint {
  if (t < 0n) return -arctangent(-t);
  if (t > one) return pi / 2n - arctangent(divide(one, t));
  let small = t;
  const halvings = 3n;
  for (let step = 0n; step < halvings; step += 1n) small = divide(small, one + squareRoot(one + multiply(small, small)));
  const square = multiply(small, small);
  let power = small;
  let sum = small;
  for (let n = 3n; power !== 0n && power !== -1n; n += 2n) {
    power = -multiply(power, square);
    sum += power / n;
  }
  return sum << halvings;
}

function arcsine(t: bigint): bigint {
  return arctangent(divide(t, squareRoot(one - multiply(t, t))));
}

function squareRoot(t: bigint): bigint {
  const target = t << bits;
  let root = BigInt(Math.floor(Math.sqrt(toFloat(t)) * 2 ** 52)) << (bits - 52n);
  if (root === 0n) root = 1n;
  // Newton doubles the correct digits: 52, 104, 208.
  for (let step = 0; step < 3; step += 1) root = (root + target / root) >> 1n;
  return root;
}

/** By the rest to the nearest quarter of a turn. */
function sineAndCosine(x: number): readonly [bigint, bigint] {
  const angle = toFixed(x);
  const quarter = pi / 2n;
  const turns = (2n * angle + (angle < 0n ? -quarter : quarter)) / (2n * quarter);
  const rest = angle - turns * quarter;
  const sine = alternating(rest, rest, 1n);
  const cosine = alternating(rest, one, 0n);
  switch (((turns % 4n) + 4n) % 4n) {
    case 0n:
      return [sine, cosine];
    case 1n:
      return [cosine, -sine];
    case 2n:
      return [-sine, -cosine];
    default:
      return [-cosine, sine];
  }
}

/** Taylor's series of the sine or cosine from its first term on. */
function alternating(x: bigint, first: bigint, n: bigint): bigint {
  const square = multiply(x, x);
  let term = first;
  let sum = first;
  for (let k = n + 1n; term !== 0n && term !== -1n; k += 2n) {
    term = -multiply(term, square) / (k * (k + 1n));
    sum += term;
  }
  return sum;
}
