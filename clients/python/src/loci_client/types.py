"""The types of all requests and answers, as the API document names them."""

from ._types import *
