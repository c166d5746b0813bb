import { describe, expect, it } from "@jest/globals";
import { urlTest } from "./urls.ts";

describe("an address", () => {
  const isUrl = urlTest("[a-z]");

  it.each([
    "example.com",
    "www.example.co.uk/a?b=1",
    "https://user:pw@example.org:8080/x#y",
    "ana@example.org",
    "ftp://8.8.8.8/file",
    "a@b@c.de",
    "zürich.example",
  ])("is %s", (word) => expect(isUrl(word)).toBe(true));

  it.each([
    ...[
      "word",
      "e.g.",
      "example.com.",
      "Example.COM",
      "http://",
      "http://localhost",
      "-a.com",
      "a_.com",
      "a..com",
      "@example.com:1",
    ],
    ...["10.0.0.1", "127.0.0.1", "172.20.1.1", "192.168.0.1", "169.254.1.1", "1.2.3", "1.2.3.0", "256.1.1.1", "08.8.8.8"],
    ...["👍.com", "a👍.com", `${"a".repeat(65)}.com`],
  ])("is not %s", (word) => expect(isUrl(word)).toBe(false));
});
