import { expect, it } from "@jest/globals";
import { openFolder } from "./backup-store.ts";
import { OutsideError } from "./outside-failure.ts";

it("a store whose endpoint is no address is told so to who can mend it", async () => {
  const place = { endpoint: "https://s3.example.com:99999", region: undefined, bucket: "backups", folder: "a/b" };
  const opening = openFolder(place, { accessKey: "a", secretKey: "b", version: "1" });
  await expect(opening).rejects.toBeInstanceOf(OutsideError);
  await expect(opening).rejects.toMatchObject({
    failure: { reason: "InvalidEndpoint", remedy: "fix", message: expect.stringContaining("99999") },
  });
});
