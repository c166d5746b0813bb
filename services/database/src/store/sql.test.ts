import { describe, expect, it } from "@jest/globals";
import { join, relation, sql, statement } from "./sql.ts";

describe("a statement made of pieces", () => {
  it("has its parameters apart, numbered in their order", () => {
    const one = sql`a = ${1}`;
    const both = join([one, sql`b = ${"'; drop"} and c`, sql`d`], sql` or `);
    expect(statement(sql`select ${0} from x where ${both} limit ${9}`)).toEqual({
      text: "select $1 from x where a = $2 or b = $3 and c or d limit $4",
      values: [0, 1, "'; drop", 9],
    });
    expect(statement(sql`select 1`, "named")).toEqual({ text: "select 1", values: [], name: "named" });
  });

  it("names relations by numbers alone", () => {
    expect(statement(sql`select nextval('${relation("s", 7)}')`).text).toBe("select nextval('database_records.s7')");
    expect(() => relation("t", 1.5)).toThrow();
  });

  it("takes no foreign object for a piece of its own", () => {
    const foreign = { parts: ["; drop table x"], values: [] };
    expect(statement(sql`select ${foreign}`)).toEqual({ text: "select $1", values: [foreign] });
  });
});
