"""Remember, recall and ask, in a few lines.

    pip install ./clients/python
    SERVICE_API_KEY=loci_ck_… python quickstart.py

Needs a running server, and the key of one of its contexts.
"""

import os

from loci_client import Loci, LociError

with Loci(
    url=os.environ.get("SERVICE_URL", "http://127.0.0.1:9090"),
    api_key=os.environ["SERVICE_API_KEY"],
    context_id=os.environ.get("SERVICE_CONTEXT_ID", "dev"),
) as loci:
    loci.remember("Mina moved from Porto to Lisbon in March. She works at Initech.")

    print("Recalled:")
    for hit in loci.recall("Where does Mina live?", k=3)["hits"]:
        print(f"  {hit['score']:.2f}  {hit['text']}")

    print("Answered: ", end="")
    for event in loci.chat_stream("Where does Mina live?"):
        if event["type"] == "delta":
            print(event["text"], end="", flush=True)
        elif event["type"] == "done":
            print(f"\nIt rests on {len(event['citations'])} source(s); trace {event['traceId']}")

    try:
        loci.entities.get("Person", "Nobody")
    except LociError as error:
        print(f"As expected: {error.code}: {error}")
