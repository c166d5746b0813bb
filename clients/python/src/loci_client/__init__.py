"""Client of Loci, long-term memory for AI agents."""

from ._async.client import AsyncLoci
from ._async.management import AsyncLociManagement
from ._events import ChatCited, ChatDelta, ChatDone, ChatEvent, ChatStarted
from ._sync.client import Loci
from ._sync.management import LociManagement
from .errors import ErrorCode, FieldProblem, LociError

__all__ = [
    "AsyncLoci",
    "AsyncLociManagement",
    "ChatCited",
    "ChatDelta",
    "ChatDone",
    "ChatEvent",
    "ChatStarted",
    "ErrorCode",
    "FieldProblem",
    "Loci",
    "LociError",
    "LociManagement",
]
__version__ = "0.1.0"
