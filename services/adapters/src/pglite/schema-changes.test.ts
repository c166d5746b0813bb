import { describe, expect, it } from "@jest/globals";
import { changedBy } from "./schema-changes.ts";

describe("the relations whose columns a text may change", () => {
  it.each([
    ["select 1; insert into a.b values ('x'); savepoint s1", "nothing"],
    ["create table a.b (n int); create unique index on a.b (n); create sequence a.s", "nothing"],
    ["alter table a.b add column n int; drop table if exists c.d_1", ["a.b", "c.d_1"]],
    ["create table a.x (n int); drop sequence a.s", ["a.s"]],
    ["alter table b add column n int", "anything"],
    ["drop table a.b, a.c", "anything"],
    ["DROP TABLE A.B", "anything"],
    ["alter type a.t add value 'x'", "anything"],
    ["create or replace view a.v as select 1", "anything"],
    ["create temp table b (n int)", "anything"],
  ])("%s: %j", (text, changed) => {
    expect(changedBy(text)).toEqual(changed);
  });
});
