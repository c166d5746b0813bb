import { describe, expect, it } from "@jest/globals";
import { identifier, join, literal, nothing, numbered, param, raw, sql } from "./sql.ts";

describe("a piece of SQL", () => {
  it("has its parameters apart, numbered in their order", () => {
    const where = join([sql`a = ${1}`, sql`b = ${"two"}`, sql`c`], sql` and `);
    expect(numbered(sql`select ${0} from x where ${where}${nothing} limit ${9}`)).toEqual({
      text: "select $1 from x where a = $2 and b = $3 and c limit $4",
      values: [0, 1, "two", 9],
    });
  });

  it("has the same parameters each time it is inserted", () => {
    const ctx = param("c");
    const day = sql`date_trunc(${"day"}, at + ${ctx})`;
    expect(numbered(sql`select ${day} from x where ctx = ${ctx} and id = ${"c"} group by ${day}`)).toEqual({
      text: "select date_trunc($1, at + $2) from x where ctx = $2 and id = $3 group by date_trunc($1, at + $2)",
      values: ["day", "c", "c"],
    });
  });

  it("takes a list as one array, so that its text is the same for any length", () => {
    const of = (ids: readonly string[]) => numbered(sql`select 1 where id = any(${ids})`);
    expect(of(["a", "b"])).toEqual({ text: "select 1 where id = any($1)", values: [["a", "b"]] });
    expect(of([]).text).toBe(of(["a"]).text);
  });

  it("never has foreign text in its text", () => {
    const foreign = "'; drop table x; --";
    expect(numbered(sql`select ${foreign}`)).toEqual({ text: "select $1", values: [foreign] });
    expect(numbered(sql`select ${literal("it's")}, ${literal(-2.5)}`).text).toBe("select 'it''s', -2.5");
    expect(() => literal(Number.NaN)).toThrow("number");
  });

  it("names columns and tables, quoted where they are not plain", () => {
    expect(numbered(sql`select t.${identifier("id")} as ${identifier('the "Id"')} from ${identifier("auth", "keys")} t`).text).toBe(
      'select t.id as "the ""Id""" from auth.keys t',
    );
    expect(numbered(identifier("user")).text).toBe('"user"');
    for (const name of ["", "a\0b", "é".repeat(32)]) expect(() => identifier(name)).toThrow("name");
  });

  it("joins none to nothing, and takes a text of ours as it is", () => {
    expect(numbered(sql`(${join([])})${raw("; select '$1'")}`)).toEqual({ text: "(); select '$1'", values: [] });
  });
});
