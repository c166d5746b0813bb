import { describe, expect, it } from "@jest/globals";
import { modelUrlProblem } from "./model-url.ts";

describe("a model provider's address", () => {
  it.each(["https://api.openai.com/v1", "http://localhost:11434/v1", "http://10.0.0.7:8000", "https://[fd12::1]/v1"])(
    "may be %s",
    (url) => {
      expect(modelUrlProblem(url)).toBeUndefined();
    },
  );

  it.each([
    "http://169.254.169.254/latest/meta-data",
    "http://2852039166/",
    "http://0xa9.0xfe.0xa9.0xfe/",
    "http://0251.0376.0251.0376/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://metadata.google.internal./computeMetadata",
  ])("never leads to a machine's metadata: %s", (url) => {
    expect(modelUrlProblem(url)).toContain("metadata");
  });

  it.each(["", "api.openai.com", "ftp://a.example", "file:///etc/passwd", "https://user:pass@a.example", "https://a.example/#x"])(
    "is not '%s'",
    (url) => {
      expect(modelUrlProblem(url)).toBeDefined();
    },
  );
});
