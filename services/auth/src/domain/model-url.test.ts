import { describe, expect, it } from "@jest/globals";
import { publicOnly, readHostPolicy } from "@loci/platform/outbound";
import { modelUrlProblem, refusedUrlProblem } from "./model-url.ts";

describe("a model provider's address", () => {
  it.each(["https://api.openai.com/v1", "http://8.8.8.8:8000", "https://[2606:4700::1111]/v1"])("may be %s", (url) => {
    expect([modelUrlProblem(url), refusedUrlProblem(url, publicOnly)]).toEqual([undefined, undefined]);
  });

  it.each([
    "http://169.254.169.254/latest/meta-data",
    "http://2852039166/",
    "http://[::ffff:169.254.169.254]/",
    "http://metadata.google.internal./computeMetadata",
    "http://localhost:11434/v1",
    "http://10.0.0.7:8000",
    "https://[fd12::1]/v1",
  ])("leads inward only where the operator allows it: %s", (url) => {
    expect(modelUrlProblem(url)).toBeUndefined();
    expect(refusedUrlProblem(url, publicOnly)).toContain("SERVICE_ALLOWED_MODEL_HOSTS");
    const read = readHostPolicy("0.0.0.0/0,::/0,localhost,metadata.google.internal");
    expect("policy" in read && refusedUrlProblem(url, read.policy)).toBeUndefined();
  });

  it.each(["", "api.openai.com", "ftp://a.example", "file:///etc/passwd", "https://user:pass@a.example", "https://a.example/#x"])(
    "is not '%s'",
    (url) => {
      expect(modelUrlProblem(url)).toBeDefined();
    },
  );
});
