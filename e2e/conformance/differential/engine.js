import { createNodeEngines } from "@surrealdb/node";
import { decimalsIn, elements, encode, entries, isMap, isText, readText } from "./cbor.js";

/** Answers stay the bytes that the engine gave, which tell int from float and NONE from NULL. */
const context = () => {
  let id = 0;
  return { uniqueId: () => String(id++), codecs: { cbor: { encode, decode: (bytes) => new Uint8Array(bytes) } } };
};

async function openEngine() {
  const engine = createNodeEngines().mem(context());
  const opened = new Promise((resolve, reject) => {
    engine.subscribe("connected", resolve);
    engine.subscribe("error", reject);
  });
  engine.open({ url: new URL("mem://"), rootSession: undefined, sessions: new Map() });
  await opened;
  return engine;
}

async function call(engine, method, params) {
  const answer = await engine.send({ method, params });
  if (!isMap(answer)) return answer;
  const error = entries(answer).get("error");
  if (error !== undefined) throw new Error(readText(entries(error).get("message")));
  return answer;
}

/** A value in the engine's own printing; undefined where it cannot be sent back to it. */
async function print(engine, bytes) {
  const answer = await call(engine, "query", ["RETURN <string>[$printed]", { printed: bytes }]);
  const result = entries(elements(answer)[0]);
  if (readText(result.get("status")) !== "OK") return undefined;
  return withDecimals(readText(result.get("result")).slice(1, -1), decimalsIn(bytes));
}

/** What is sent to the engine loses the last zeros of decimals: they are put back. */
function withDecimals(printed, decimals) {
  const parts = printed.split(/('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/);
  let next = 0;
  const restored = parts.map((part, index) =>
    index % 2 === 1 ? part : part.replaceAll(/-?\d+(?:\.\d+)?dec\b/g, () => `${decimals[next++]}dec`),
  );
  return next === decimals.length ? restored.join("") : printed;
}

/**
 * Runs a program in an engine of its own. Gives for each statement `{ value }` (undefined where it cannot be printed) or `{ error }`;
 * one `{ refusal }` for a text that does not parse.
 */
export async function ask(program) {
  const engine = await openEngine();
  try {
    await call(engine, "use", ["test", "test"]);
    let answer;
    try {
      answer = await call(engine, "query", [program, {}]);
    } catch (error) {
      if (!error.message.startsWith("Parse error")) throw error;
      return [{ refusal: error.message.split("\n")[0] }];
    }
    const given = [];
    for (const each of elements(answer)) {
      const result = entries(each);
      const value = result.get("result");
      if (readText(result.get("status")) === "OK") given.push({ value: await printed(engine, value) });
      else given.push({ error: isText(value) ? readText(value) : "" });
    }
    return given;
  } finally {
    await engine.close().catch(() => {});
  }
}

async function printed(engine, value) {
  try {
    return await print(engine, value);
  } catch {
    return undefined;
  }
}
