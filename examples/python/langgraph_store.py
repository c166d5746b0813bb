"""LangGraph's long-term memory in Loci: what one conversation learns, another knows.

    pip install "./clients/python[langgraph]"
    SERVICE_API_KEY=loci_ck_… python langgraph_store.py

A graph takes the store as it takes any other: ``builder.compile(store=store)``, and its nodes read and write through it as below.
"""

import os

from langgraph.store.base import BaseStore

from loci_client import Loci
from loci_client.langgraph import LociStore


def learn(store: BaseStore, user: str) -> None:
    """What a node does that has heard something worth keeping."""
    store.put(("users", user, "preferences"), "seat", {"text": "prefers a window seat", "strength": 3})
    store.put(("users", user, "preferences"), "meal", {"text": "eats no meat", "strength": 5})


def advise(store: BaseStore, user: str, question: str) -> str:
    """What a node does that needs to know."""
    found = store.search(("users", user), query=question, limit=1)
    return f"{user} {found[0].value['text']}" if found else "nothing is known"


with Loci(
    url=os.environ.get("SERVICE_URL", "http://127.0.0.1:9090"),
    api_key=os.environ["SERVICE_API_KEY"],
    context_id=os.environ.get("SERVICE_CONTEXT_ID", "dev"),
) as loci:
    store = LociStore(loci)
    learn(store, "mina")
    print(advise(store, "mina", "Which seat should I book?"))
    strong = store.search(("users", "mina"), filter={"strength": {"$gte": 4}})
    print("Strong preferences:", [item.key for item in strong])
    print("Namespaces:", store.list_namespaces(prefix=("users",)))
    store.delete(("users", "mina", "preferences"), "meal")
