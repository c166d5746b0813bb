/** English has about four characters to a token; other languages have fewer, which the allowance has room for. */
const charactersPerToken = 4;
/** For the instructions that go with every request, and for its answer. */
const allowance = 1_500;

/** About how many tokens a call will take: all text of its request, and a fixed allowance. */
export function estimateTokens(request: unknown): number {
  return Math.ceil(charactersIn(request) / charactersPerToken) + allowance;
}

function charactersIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + charactersIn(each), 0);
  return typeof value === "object" && value !== null ? charactersIn(Object.values(value)) : 0;
}
