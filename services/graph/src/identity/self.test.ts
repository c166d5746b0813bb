import { expect, it } from "@jest/globals";
import { personOf } from "./self.ts";

it.each([
  [[["user/ana"]], "user/ana"],
  [[["org/acme/user/ana/chat/9"], ["org/acme/user/ana"]], "org/acme/user/ana"],
  [[["org/acme/user/ana", "team/a"]], "org/acme/user/ana"],
  [[["user/ana"], ["user/bo"]], "key"],
  [[["user"]], "key"],
  [[["team/superuser/x"]], "key"],
  [[["/"]], "key"],
])("the person of %j is %s", (scopes, person) => {
  expect(personOf(scopes, "key")).toBe(person);
});
