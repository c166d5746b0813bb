import { describe, expect, it } from "@jest/globals";
import { numbered, sql } from "@loci/ports/database";
import { relation } from "./sql.ts";

describe("a relation of the store", () => {
  it("is named by numbers alone", () => {
    expect(numbered(sql`select nextval('${relation("s", 7)}')`).text).toBe("select nextval('database_records.s7')");
    for (const id of [-1, 1.5, Number.NaN]) expect(() => relation("t", id)).toThrow("number");
  });
});
