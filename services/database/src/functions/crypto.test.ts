import { describeFunctions } from "./testing/table.ts";
import { hex } from "./testing/values.ts";
import { crypto } from "./crypto.ts";

describeFunctions(crypto, [
  ["crypto::blake3", [""], "'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262'"],
  ["crypto::blake3", ["a"], "'17762fddd969a453925d65717ac3eea21320b66b54342fde15128d6caf21215f'"],
  ["crypto::blake3", ["abc"], "'6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85'"],
  ["crypto::blake3", ["日本"], "'fb52b4c8186476b51d8dc1c8c61f203850b1027a9b78eafca565a36b6c7c610b'"],
  [
    "crypto::blake3",
    [hex("00")],
    'Internal: Incorrect arguments for function crypto::blake3(). Argument 1 was the wrong type. Expected `string` but found `b"00"`',
  ],
  ["crypto::joaat", [""], "0"],
  ["crypto::joaat", ["a"], "3392050242"],
  ["crypto::joaat", ["tobie"], "2129482046"],
  ["crypto::joaat", ["abc"], "3977453403"],
  ["crypto::joaat", ["日本"], "2187236678"],
  [
    "crypto::joaat",
    [hex("00")],
    'Internal: Incorrect arguments for function crypto::joaat(). Argument 1 was the wrong type. Expected `string` but found `b"00"`',
  ],
  ["crypto::md5", [""], "'d41d8cd98f00b204e9800998ecf8427e'"],
  ["crypto::md5", ["a"], "'0cc175b9c0f1b6a831c399e269772661'"],
  [
    "crypto::md5",
    [1n],
    "Internal: Incorrect arguments for function crypto::md5(). Argument 1 was the wrong type. Expected `string` but found `1`",
  ],
  [
    "crypto::md5",
    [hex("61")],
    'Internal: Incorrect arguments for function crypto::md5(). Argument 1 was the wrong type. Expected `string` but found `b"61"`',
  ],
  ["crypto::md5", ["abc"], "'900150983cd24fb0d6963f7d28e17f72'"],
  ["crypto::md5", ["日本"], "'4dbed2e657457884e67137d3514119b3'"],
  [
    "crypto::md5",
    [hex("00")],
    'Internal: Incorrect arguments for function crypto::md5(). Argument 1 was the wrong type. Expected `string` but found `b"00"`',
  ],
  ["crypto::sha1", ["a"], "'86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'"],
  ["crypto::sha1", ["é"], "'bf15be717ac1b080b4f1c456692825891ff5073d'"],
  ["crypto::sha1", ["abc"], "'a9993e364706816aba3e25717850c26c9cd0d89d'"],
  ["crypto::sha1", ["日本"], "'44da6bbcf285cdb317aa91174217990d1b94d64d'"],
  [
    "crypto::sha1",
    [hex("00")],
    'Internal: Incorrect arguments for function crypto::sha1(). Argument 1 was the wrong type. Expected `string` but found `b"00"`',
  ],
  ["crypto::sha256", ["a"], "'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'"],
  [
    "crypto::sha256",
    [1n],
    "Internal: Incorrect arguments for function crypto::sha256(). Argument 1 was the wrong type. Expected `string` but found `1`",
  ],
  ["crypto::sha256", ["abc"], "'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'"],
  ["crypto::sha256", ["日本"], "'cf2abf0c5be326cb922a70f8163f91079c4d9aa8655c60ead89ad545c9de2e92'"],
  [
    "crypto::sha256",
    [hex("00")],
    'Internal: Incorrect arguments for function crypto::sha256(). Argument 1 was the wrong type. Expected `string` but found `b"00"`',
  ],
  [
    "crypto::sha512",
    ["a"],
    "'1f40fc92da241694750979ee6cf582f2d5d7d28e18335de05abc54d0560e0f5302860c652bf08d560252aa5e74210546f369fbbbce8c12cfc7957b2652fe9a75'",
  ],
  [
    "crypto::sha512",
    ["abc"],
    "'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f'",
  ],
  [
    "crypto::sha512",
    ["日本"],
    "'7e9e0c58d2ffb712309af51176e5931aed8e22f74baa5da0457e3089d7684cc0124104518e77f65fcfa335e130ac1fd457c32250473f95111af917849e69c4bb'",
  ],
  [
    "crypto::sha512",
    [hex("00")],
    'Internal: Incorrect arguments for function crypto::sha512(). Argument 1 was the wrong type. Expected `string` but found `b"00"`',
  ],
]);
