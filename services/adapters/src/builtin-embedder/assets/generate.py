"""Distils tokens.txt and vectors.bin from the sentence-embedding model all-MiniLM-L6-v2. See README.md for what they are.

    OPENBLAS_NUM_THREADS=1 python generate.py MODEL_FOLDER [OUTPUT_FOLDER]

MODEL_FOLDER holds model.safetensors and vocab.txt. Needs numpy only, one core and about ten minutes. The same build of numpy
gives the same bytes each time; another one may round a few values to the neighbouring level.

tokens.txt   UTF-8, one token a line; "##" in front marks a piece that continues a word.
vectors.bin  little-endian: uint32 count, uint32 dimension, float32[16] levels, float32[count] scales, then for each token
             dimension / 2 bytes: value 2i is scale * levels[byte i & 15], value 2i + 1 is scale * levels[byte i >> 4].
"""
import json
import os
import struct
import sys
import unicodedata

import numpy as np

DIMENSION = 256
PHRASES = 60_000
RIDGE = 20.0  # how strongly a token is held to its vector alone where phrases say little about it
RARITY = 1e-3  # a of a / (a + p) (Arora et al. 2017, "smooth inverse frequency")
FIRST_RANKED = 1996  # in vocab.txt the single characters come first, from here on tokens stand by falling frequency
SINGLE_RANK = 60  # for the single letters and digits, whose frequency the vocabulary does not tell
CLS, SEP, HIDDEN, LAYERS, HEADS = 101, 102, 384, 6, 12
# The 16 levels of least squared error for normally distributed values (Max 1960).
UPPER_LEVELS = [0.1284, 0.3881, 0.6568, 0.9424, 1.2562, 1.6181, 2.0690, 2.7326]
LEVELS = np.array([-x for x in reversed(UPPER_LEVELS)] + UPPER_LEVELS, np.float32)


def read_safetensors(path):
    with open(path, "rb") as file:
        raw = file.read()
    (length,) = struct.unpack_from("<Q", raw)
    tensors = {}
    for name, entry in json.loads(raw[8:8 + length]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = entry["data_offsets"]
            values = np.frombuffer(raw, "<f4", (end - start) // 4, 8 + length + start)
            tensors[name.removeprefix("bert.")] = values.reshape(entry["shape"])
    return tensors


def gelu(x):
    """With erf by Abramowitz and Stegun 7.1.26, exact to 1.5e-7: numpy has none."""
    z = np.abs(x) * np.float32(0.5 ** 0.5)
    t = 1 / (1 + np.float32(0.3275911) * z)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return x * 0.5 * (1 + np.sign(x) * (1 - series * np.exp(-z * z)))


def sentence_vectors(weights, sequences, batch=32):
    """BERT's encoder over sequences of token ids, mean-pooled. Those of one length go together, so that none needs padding."""
    def layer_norm(x, name):
        centred = x - x.mean(-1, keepdims=True)
        deviation = np.sqrt((centred * centred).mean(-1, keepdims=True) + 1e-12)
        return centred / deviation * weights[name + ".LayerNorm.weight"] + weights[name + ".LayerNorm.bias"]

    def dense(x, name):
        return x @ weights[name + ".weight"].T + weights[name + ".bias"]

    def encode(ids):
        rows, length = ids.shape
        tables = ("word", "position", "token_type")
        words, places, kinds = (weights[f"embeddings.{table}_embeddings.weight"] for table in tables)
        x = layer_norm(words[ids] + places[:length] + kinds[0], "embeddings")
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}."
            query, key, value = (
                dense(x, f"{name}attention.self.{part}").reshape(rows, length, HEADS, -1).transpose(0, 2, 1, 3)
                for part in ("query", "key", "value"))
            scores = query @ key.transpose(0, 1, 3, 2) / np.float32((HIDDEN / HEADS) ** 0.5)
            attention = np.exp(scores - scores.max(-1, keepdims=True))
            attention /= attention.sum(-1, keepdims=True)
            mixed = (attention @ value).transpose(0, 2, 1, 3).reshape(rows, length, HIDDEN)
            x = layer_norm(x + dense(mixed, name + "attention.output.dense"), name + "attention.output")
            x = layer_norm(x + dense(gelu(dense(x, name + "intermediate.dense")), name + "output.dense"), name + "output")
        return x.mean(1)

    vectors = np.zeros((len(sequences), HIDDEN), np.float32)
    by_length = {}
    for number, sequence in enumerate(sequences):
        by_length.setdefault(len(sequence), []).append(number)
    for numbers in by_length.values():
        for start in range(0, len(numbers), batch):
            part = numbers[start:start + batch]
            vectors[part] = encode(np.array([sequences[number] for number in part]))
    return vectors


def is_useful(token):
    """Latin letters and digits, whole words or pieces: no special tokens, punctuation or other scripts."""
    text = token.removeprefix("##")
    return text != "" and all(c in "0123456789" or unicodedata.name(c, "").startswith("LATIN SMALL LETTER") for c in text)


def random_phrases(random, tokens, probabilities, count):
    """Indices of 3 to 12 words drawn at random, common ones more often; every fourth word goes on with a "##" piece."""
    pieces = np.array([token.startswith("##") for token in tokens])
    starts, endings = np.flatnonzero(~pieces), np.flatnonzero(pieces)
    lengths = random.randint(3, 13, count)
    total = lengths.sum()
    flat = probabilities ** 0.9
    common = random.choice(starts, total, p=flat[starts] / flat[starts].sum())
    words = np.where(random.rand(total) < 0.4, common, random.choice(starts, total))
    ended = np.where(random.rand(total) < 0.25, random.choice(endings, total), -1)
    ends = np.cumsum(lengths)
    pairs = np.stack([words, ended], 1)
    return [[int(i) for i in pairs[end - n:end].ravel() if i >= 0] for n, end in zip(lengths, ends)]


def fit(phrases, targets, start, ridge, steps=20):
    """The vectors whose sums come nearest to the targets and that stay near `start`: least squares by conjugate gradients."""
    lengths = [len(phrase) for phrase in phrases]
    flat = np.concatenate([np.array(phrase) for phrase in phrases])
    firsts = np.cumsum([0] + lengths[:-1])
    order = np.argsort(flat, kind="stable")
    rows = np.repeat(np.arange(len(phrases)), lengths)[order]
    seen, bounds = np.unique(flat[order], return_index=True)

    def sums(vectors):
        return np.add.reduceat(vectors[flat], firsts)

    def spread(errors):
        out = np.zeros_like(start)
        out[seen] = np.add.reduceat(errors[rows], bounds)
        return out

    tiny = np.float32(1e-20)  # two of the model's 384 outputs are constant: nothing is left to fit there
    change = np.zeros_like(start)
    rest = spread(targets - sums(start))
    direction, size = rest.copy(), (rest * rest).sum(0)
    for _ in range(steps):
        image = spread(sums(direction)) + np.float32(ridge) * direction
        step = size / np.maximum((direction * image).sum(0), tiny)
        change += step * direction
        rest -= step * image
        size, before = (rest * rest).sum(0), size
        direction = rest + size / np.maximum(before, tiny) * direction
    return start + change


def principal_directions(vectors):
    centred = vectors - vectors.mean(0)
    return np.linalg.eigh(centred.T @ centred)[1][:, ::-1]


def quantised(vectors, random):
    """Codes and scales. A random rotation first makes all dimensions alike and normal, which is what the levels are best for."""
    q, r = np.linalg.qr(random.standard_normal((DIMENSION, DIMENSION)))
    rotated = vectors @ (q * np.sign(np.diag(r)))
    spread = np.sqrt((rotated * rotated).mean(1, keepdims=True))
    codes = np.searchsorted((LEVELS[1:] + LEVELS[:-1]) / 2, rotated / spread).astype(np.uint8)
    values = LEVELS[codes]
    return codes, (rotated * values).sum(1) / (values * values).sum(1)


def main(model, output, count=PHRASES):
    random = np.random.RandomState(1)  # its stream is frozen across numpy versions
    weights = read_safetensors(os.path.join(model, "model.safetensors"))
    with open(os.path.join(model, "vocab.txt"), encoding="utf-8") as file:
        vocabulary = file.read().split("\n")
    ids = [number for number, token in enumerate(vocabulary) if is_useful(token)]
    tokens = [vocabulary[number] for number in ids]
    ranks = np.array([number - FIRST_RANKED + 2 if number >= FIRST_RANKED else SINGLE_RANK + 1 for number in ids])
    probabilities = (1 / ranks) / (1 / ranks).sum()

    alone = sentence_vectors(weights, [[CLS, number, SEP] for number in ids])
    alone -= alone.mean(0)
    phrases = random_phrases(random, tokens, probabilities, count)
    means = sentence_vectors(weights, [[CLS, *(ids[i] for i in phrase), SEP] for phrase in phrases])
    targets = (means - means.mean(0)) * np.array([[len(phrase)] for phrase in phrases], np.float32)
    guesses = np.array([alone[phrase].sum(0) for phrase in phrases])
    start = alone * ((guesses * targets).sum() / (guesses * guesses).sum())
    fitted = fit(phrases, targets, start, RIDGE)

    # The first direction is common to all tokens and tells them apart least.
    reduced = fitted @ principal_directions(fitted)[:, 1:1 + DIMENSION]
    weighted = reduced * (RARITY / (RARITY + probabilities))[:, None]
    codes, scales = quantised(weighted / np.abs(weighted).max(), random)

    with open(os.path.join(output, "tokens.txt"), "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(tokens) + "\n")
    with open(os.path.join(output, "vectors.bin"), "wb") as file:
        file.write(struct.pack("<II", len(tokens), DIMENSION) + LEVELS.astype("<f4").tobytes() + scales.astype("<f4").tobytes())
        file.write((codes[:, 0::2] | codes[:, 1::2] << 4).tobytes())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else os.path.dirname(os.path.abspath(__file__)))
