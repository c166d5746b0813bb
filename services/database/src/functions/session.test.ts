import { describeFunctions } from "./testing/table.ts";
import { session } from "./session.ts";

describeFunctions(session, [
  ["session::db", [], "'test'"],
  ["session::db", [1n], "'test'"],
  ["session::db", ["a", 2n], "'test'"],
  ["session::ns", [], "'test'"],
  ["session::ns", ["a", 2n], "'test'"],
  ["session::ns", [1n], "'test'"],
  ["session::ac", [], "NONE"],
  ["session::ac", [1n], "NONE"],
  ["session::ac", ["a", 2n], "NONE"],
  ["session::id", [], "NONE"],
  ["session::id", ["a", 2n], "NONE"],
  ["session::id", [1n], "NONE"],
  ["session::ip", [], "NONE"],
  ["session::ip", ["a", 2n], "NONE"],
  ["session::ip", [1n], "NONE"],
  ["session::origin", [], "NONE"],
  ["session::origin", ["a", 2n], "NONE"],
  ["session::origin", [1n], "NONE"],
  ["session::rd", [], "NONE"],
  ["session::rd", ["a", 2n], "NONE"],
  ["session::rd", [1n], "NONE"],
  ["session::token", [], "NONE"],
  ["session::token", ["a", 2n], "NONE"],
  ["session::token", [1n], "NONE"],
]);
