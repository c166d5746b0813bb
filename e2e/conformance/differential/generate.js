/**
 * Writes programs by chance, to be recorded and compared: node generate.js SEED COUNT > file. A seed always gives the same programs.
 */
const [seedText = "1", countText = "100"] = process.argv.slice(2);
let state = BigInt(seedText) * 2654435761n + 1n;

/** Linear congruential (Knuth's MMIX), upper bits: the same on every machine. */
function below(limit) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number(state >> 33n) % limit;
}

const pick = (list) => list[below(list.length)];
const some = (most, make) => Array.from({ length: below(most + 1) }, make);

const atoms = {
  n: ["0", "1", "2", "-3", "7", "100", "1.5", "-0.5", "2f", "1e3", "3dec", "1.25dec"],
  s: [
    "''",
    "'a'",
    "'b'",
    "'abc'",
    "'10'",
    "'a,b,c'",
    "'Hello World'",
    "'é🙂'",
    "'2024-02-29T12:30:00Z'",
    "'r:1'",
    "'year'",
    "'%Y-%m'",
  ],
  d: ["d'2024-02-29T12:30:00Z'", "d'2023-01-01T00:00:00.5Z'", "d'1999-12-31T23:59:59.999999999Z'"],
  u: ["1h", "90m", "0s", "1d", "1w2d", "1ns"],
  r: ["r:1", "r:abc", "r:['x', 1]", "q:⟨a b⟩"],
  b: ["true", "false"],
  k: ["0..3", "1..=3", "..2", "1.."],
  e: ["NONE", "NULL", "u'0190d9f0-0000-7000-8000-000000000000'", "(1, 2)", 'b"00ff"'],
};
const kinds = [..."nnnnsssdurbkeaaoot"];

/** A literal of a kind: of `atoms`, `a` array, `v` vector, `o` object, `t` set, `i` small whole number, `x` any. */
function literal(kind, depth = 0) {
  if (kind === "x") return literal(pick(depth > 2 ? [..."nsdurbe"] : kinds), depth);
  if (kind === "i") return pick(["0", "1", "2", "3", "-1"]);
  if (kind === "v") return `[${[0, 0].map(() => pick(atoms.n)).join(", ")}]`;
  if (kind === "a") {
    const of = pick(["x", "n", "n", "s", "o"]);
    return `[${some(3, () => literal(of, depth + 1)).join(", ")}]`;
  }
  if (kind === "o") return object(depth);
  if (kind === "t") return `{${[0, ...some(2, () => 0)].map(() => literal("x", depth + 1)).join(", ")},}`;
  return pick(atoms[kind]);
}

function object(depth) {
  const keys = ["a", "b", "c"].filter(() => below(2) === 0);
  return `{ ${keys.map((key) => `${key}: ${literal("x", depth + 1)}`).join(", ")} }`;
}

const operators =
  "+ + - - * / % ** = != == < <= > >= AND OR ?? ?: IN CONTAINS CONTAINSALL CONTAINSANY CONTAINSNONE ANYINSIDE ALLINSIDE".split(" ");
const casts = "int float decimal number string bool datetime duration array set record uuid bytes".split(" ");
const steps = [".a", ".b.c", "[0]", "[1]", ".*", "[*]", ".{ a, b }", "[WHERE $this > 1]", "[WHERE a]", ".a.b", ".n", "[0..2]"];

/** Functions and the kinds of their arguments. */
const functions = (
  "array::add ax,array::append ax,array::at ai,array::clump ai,array::combine aa,array::complement aa,array::concat aa,array::difference aa," +
  "array::distinct a,array::find_index ax,array::first a,array::flatten a,array::group a,array::insert axi,array::intersect aa," +
  "array::is_empty a,array::join as,array::last a,array::len a,array::max a,array::min a,array::pop a,array::prepend ax,array::push ax," +
  "array::remove ai,array::reverse a,array::slice aii,array::sort a,array::sort ab,array::swap aii,array::transpose a,array::union aa," +
  "array::windows ai,array::range ii,array::repeat xi,array::boolean_and aa,array::logical_or aa,array::sort_natural a,array::fill ax," +
  "count x,math::abs n,math::ceil n,math::floor n,math::round n,math::sqrt n,math::max v,math::min v,math::sum v,math::mean v,math::median v," +
  "math::product v,math::spread v,math::top vi,math::bottom vi,math::clamp nnn,math::fixed ni,math::pow nn,math::sign n,math::stddev v," +
  "math::variance v,math::mode v,math::percentile vn,math::nearestrank vn,math::log nn,math::sin n,math::lerp nnn,math::interquartile v," +
  "object::keys o,object::values o,object::entries o,object::len o,object::extend oo,object::remove os,object::is_empty o,string::concat xx," +
  "string::contains ss,string::ends_with ss,string::join sxx,string::len s,string::lowercase s,string::repeat si,string::replace sss," +
  "string::reverse s,string::slice sii,string::slug s,string::split ss,string::starts_with ss,string::trim s,string::uppercase s," +
  "string::words s,string::is_numeric s,string::is_alpha s,string::is_datetime s,string::is_record s,string::capitalize s," +
  "string::distance::levenshtein ss,string::similarity::jaro ss,time::year d,time::month d,time::week d,time::yday d,time::floor du," +
  "time::ceil du,time::round du,time::group ds,time::unix d,time::format ds,duration::secs u,duration::from_secs i,duration::hours u," +
  "duration::days u,type::is_int x,type::is_number x,type::is_string x,type::is_record x,type::is_array x,type::int x,type::float x," +
  "type::string x,type::record sx,type::array x,type::range a,type::of x,record::id r,record::tb r,not x,set::add tx,set::len t,set::union tt," +
  "set::difference tt,set::contains tx,set::intersect tt,set::max t,vector::add vv,vector::magnitude v,vector::dot vv,vector::normalize v," +
  "vector::distance::euclidean vv,vector::distance::manhattan vv,vector::similarity::cosine vv,value::diff xx,encoding::base64::encode s"
)
  .split(",")
  .map((each) => each.split(" "));

/** An argument is mostly of the kind that is asked for. */
function argument(kind, depth) {
  return below(8) === 0 ? expression(depth + 1) : below(3) === 0 && kind === "x" ? expression(depth + 1) : literal(kind, 1);
}

function expression(depth) {
  if (depth > 2) return literal("x", 1);
  const kind = below(12);
  if (kind < 2) return literal("x");
  if (kind < 4) return `(${expression(depth + 1)} ${pick(operators)} ${expression(depth + 1)})`;
  if (kind === 4) return `(${literal("n")} ${pick(operators)} ${literal("n")} ${pick(operators)} ${literal("n")})`;
  if (kind === 5) return `<${pick(casts)}>(${expression(depth + 1)})`;
  if (kind === 6) return `(${expression(depth + 1)})${pick(steps)}`;
  if (kind === 7) return `${pick(["!", "-", "!!"])}(${expression(depth + 1)})`;
  const [name, wanted] = pick(functions);
  return `${name}(${[...wanted].map((each) => argument(each, depth)).join(", ")})`;
}

const field = () => pick(["a", "b", "n", "o.x", "l", "l[0]", "link"]);
const target = () => pick(["t", "t:1", "t:2", "t:9", "t:1..3", "t:2..", "t, u", "u"]);
const condition = () => `${field()} ${pick(["=", "!=", "<", ">", "IN", "CONTAINS"])} ${literal("x", 1)}`;

function assignments() {
  return [0, ...some(2, () => 0)]
    .map(() => `${field()} ${pick(["=", "=", "=", "+=", "-="])} ${below(4) === 0 ? `${field()}` : literal("x", 1)}`)
    .join(", ");
}

function data() {
  return pick([() => `SET ${assignments()}`, () => `CONTENT ${object(0)}`, () => `MERGE ${object(0)}`, () => `UNSET ${field()}`])();
}

function statement() {
  const kind = below(16);
  const where = below(3) === 0 ? ` WHERE ${condition()}` : "";
  const returns = pick(["", "", "", " RETURN BEFORE", " RETURN DIFF", " RETURN a, n", " RETURN VALUE n", " RETURN NONE"]);
  if (kind < 2) return `UPDATE ${target()} ${data()}${where}${returns}`;
  if (kind === 2) return `UPSERT ${pick(["t:1", "t:7", "u:3"])} ${data()}${returns}`;
  if (kind === 3) return `CREATE ${pick(["t:4", "t:5", "u:1", "t:1"])} SET ${assignments()}${returns}`;
  if (kind === 4) return `DELETE ${target()}${where}${pick(["", " RETURN BEFORE"])}`;
  if (kind === 5) return `SELECT ${field()}, count() AS c FROM t GROUP BY ${"a"}`.replace(/SELECT \S+,/, "SELECT a,");
  if (kind === 6) return `SELECT a, math::sum(n) AS s, count() AS c FROM ${target()}${where} GROUP BY a`;
  if (kind === 7) return `SELECT VALUE ${field()} FROM ${target()}${where}`;
  if (kind === 8) return `SELECT ${field()}, ${field()} AS x FROM ${target()}${where}`;
  if (kind === 9)
    return `SELECT * FROM ${target()}${where} ORDER BY ${pick(["a", "n", "b DESC", "n DESC", "a, n"])}${pick(["", " LIMIT 2", " START 1"])}`;
  if (kind === 10) return `SELECT * FROM ${target()} SPLIT l`;
  if (kind === 11) return `UPSERT t SET ${assignments()}${where}${returns}`;
  if (kind === 12) return `INSERT INTO t { id: ${below(9)}, a: ${literal("x", 1)} } ON DUPLICATE KEY UPDATE ${assignments()}`;
  if (kind === 13)
    return `UPDATE ${target()} PATCH [{ op: '${pick(["add", "replace", "remove"])}', path: '/${pick(["a", "n", "l", "o/x"])}', value: ${literal("x", 2)} }]`;
  if (kind === 14)
    return `SELECT ${field()}, ${pick(["n + 1", "->e->u", "count(l)"])} AS x FROM ${target()}${where}${pick(["", " ORDER BY x", " LIMIT 2"])} EXPLAIN`;
  return `SELECT *, ${pick(["->e->u", "->e.n", "<-e<-t", "link.n", "link.{ n }", "->e->(u WHERE n > 1)"])} AS x FROM t`;
}

function program() {
  if (below(3) > 0) return Array.from({ length: 10 }, () => `RETURN ${expression(0)}`);
  const made = [1, 2, 3].map(
    (id) =>
      `CREATE t:${id} SET a = ${literal("x", 1)}, n = ${below(5)}, l = [${some(2, () => literal("x", 2)).join(", ")}], link = u:${below(3)}`,
  );
  const schema =
    below(2) === 0
      ? []
      : [
          pick([
            "DEFINE FIELD n ON t TYPE number",
            "DEFINE FIELD n ON t TYPE option<int>",
            "DEFINE INDEX n ON t FIELDS n",
            "DEFINE INDEX a ON t FIELDS a UNIQUE",
          ]),
        ];
  return [
    ...schema,
    ...made,
    "CREATE u:1 SET n = 1",
    "CREATE u:2 SET n = 2",
    "RELATE t:1->e:1->u:1 SET n = 3",
    "RELATE t:2->e:2->u:2",
    ...Array.from({ length: 8 }, statement),
  ];
}

for (let index = 1; index <= Number(countText); index++) {
  console.log(`-- # program ${index} of seed ${seedText}\n${program().join(";\n")};\n`);
}
