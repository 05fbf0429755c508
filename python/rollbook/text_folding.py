"""The form in which names are compared."""

import re
import unicodedata
from typing import NamedTuple


def fold_name(name: str) -> str:
    """Without case, spaces and punctuation, hiragana as katakana."""
    return to_search_key(name).key


class SearchKey(NamedTuple):
    key: str
    word_starts: list[int]
    """Offsets in the key at which the words of the text start."""


def to_search_key(text: str) -> SearchKey:
    """Folds a text and removes spaces, brackets and other punctuation."""
    # Compatibility consonants (ㅅ) skip NFKC, which makes them leading consonants that join the vowel after them.
    normalized = re.sub(
        "[^\u3131-\u318e]+", lambda part: unicodedata.normalize("NFKC", part[0]), text
    )
    key = ""
    word_starts: list[int] = []
    is_apart = True
    for letter in normalized.upper().lower():
        if unicodedata.category(letter)[0] in "ZPSC":
            is_apart = True
            continue
        if is_apart:
            word_starts.append(len(key))
        is_apart = False
        key += chr(ord(letter) + 0x60) if "\u3041" <= letter <= "\u3096" else letter
    return SearchKey(key, word_starts)
