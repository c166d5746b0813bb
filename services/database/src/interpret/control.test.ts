import { programs } from "./testing/programs.ts";

programs("control flow", [
  [
    "a block has the value of its last statement",
    `RETURN { LET $a = 1;
     $a + 1 };
     { 1; 2 };`,
    ["2", "2"],
  ],
  [
    "RETURN ends a block, also from the depth of an expression",
    `RETURN { RETURN 3; 4 };
     RETURN [1, { RETURN 2 }, 3];
     { IF true { RETURN 4 }; 5 };`,
    ["3", "2", "4"],
  ],
  [
    "a loop ends at BREAK, and a round at CONTINUE",
    `{ FOR $i IN 0..9 { IF $i = 2 { CONTINUE };
     IF $i = 4 { BREAK };
     CREATE y SET i = $i } };
     SELECT VALUE i FROM y ORDER BY i;
     BREAK;`,
    ["NONE", "[0, 1, 3]", "Internal: Invalid control flow statement, break or continue statement found outside of loop."],
  ],
  [
    "a loop runs over arrays and ranges of ints, and refuses anything else",
    `FOR $i IN [1] {};
     FOR $i IN 1..=2 {};
     FOR $i IN 5 {};
     FOR $i IN 'a' {};`,
    ["NONE", "NONE", "Internal: Cannot execute statement using value: 5", "Internal: Cannot execute statement using value: a"],
  ],
  [
    "IF takes the first branch that holds, and is NONE without one",
    `IF false { 1 } ELSE IF 1 { 2 } ELSE { 3 };
     IF false { 1 };`,
    ["2", "NONE"],
  ],
  [
    "THROW fails with what it is given",
    `THROW 'x';
     THROW { a: 1 };`,
    ["Thrown: An error occurred: x", "Thrown: An error occurred: { a: 1 }"],
  ],
  [
    "LET checks a type, and protects what belongs to the session",
    `LET $x: int = 'a';
     LET $x: array<int> = [1, 'a'];
     LET $auth = 1;
     LET $y = 5;
     RETURN $y;`,
    [
      "Internal: Tried to set `$x`, but couldn't coerce value: Expected `int` but found `'a'`",
      "Internal: Tried to set `$x`, but couldn't coerce value: Expected `int` but found `'a'` when coercing an element of `array<int>`",
      "Validation: 'auth' is a protected variable and cannot be set",
      "NONE",
      "5",
    ],
  ],
  [
    "variables of a loop and a branch stay inside",
    `LET $a = 1;
     FOR $i IN [1, 2] { LET $a = $a + $i; };
     RETURN $a;
     IF true { LET $a = 99; };
     RETURN $a;`,
    ["NONE", "NONE", "1", "NONE", "1"],
  ],
  [
    "functions that are defined check what they take and give",
    `DEFINE FUNCTION fn::f($a: int, $b: option<string>) -> int { RETURN $a + 1 };
     fn::f(1);
     fn::f('a');
     fn::f(1, 2);
     fn::f();
     fn::f(1, 'a', 3);
     fn::nope();
     DEFINE FUNCTION fn::g() -> int { 'x' };
     fn::g();`,
    [
      "NONE",
      "2",
      "Internal: Incorrect arguments for function fn::f(). Failed to coerce argument `$a`: Expected `int` but found `'a'`",
      "Internal: Incorrect arguments for function fn::f(). Failed to coerce argument `$b`: Expected `none | string` but found `2`",
      "Internal: Incorrect arguments for function fn::f(). The function expects 1 to 2 arguments.",
      "Internal: Incorrect arguments for function fn::f(). The function expects 1 to 2 arguments.",
      "Internal: Function 'fn::nope' not found: The function 'fn::nope' does not exist",
      "NONE",
      "Internal: Couldn't coerce return value from function `fn::g`: Expected `int` but found `'x'`",
    ],
  ],
  [
    "anonymous functions keep the variables of where they were made",
    `LET $a = 1;
     LET $f = |$x| $x + $a;
     LET $a = 100;
     RETURN $f(1);
     RETURN (|$x: string| $x)(1);
     LET $g = |$n: int| IF $n <= 1 { 1 } ELSE { $n * $g($n - 1) };
     RETURN $g(5);
     LET $n = 1;
     $n(1);
     RETURN <string>|$a, $b: int| $a + $b;`,
    [
      "NONE",
      "NONE",
      "NONE",
      "2",
      "Internal: Incorrect arguments for function ANONYMOUS(). Expected a value of type 'string' for argument $x",
      "NONE",
      "120",
      "NONE",
      "Internal: There was a problem running the ANONYMOUS() function. 'int' is not a function",
      "'|$a: any, $b: int| $a + $b'",
    ],
  ],
  [
    "operators evaluate the right side only where they need it",
    `RETURN 1 && 0;
     RETURN 'a' || 0;
     RETURN NULL ?? 2;
     RETURN 0 ?: 5;
     RETURN false && { THROW 'no' };`,
    ["0", "'a'", "2", "5", "false"],
  ],
]);
