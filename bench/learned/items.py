"""What the models read: a tokenizer that keeps what the tasks need, and answers in text.

A JSON pair, a star sentence and a sentence with two proper names or more are items of their own, with two symbols of 32:
hashes of a pair's key or of the first and the last name, digits of a count. All other text is one item for each BLOCK
characters, with two symbols by its hash. So a model cannot read prose; it can lose what it is asked for.
"""
import math
import re
import zlib

NOISE, NAMED, STAR, FIND, STARS = range(5)
BLOCK = 800
SYMBOLS = 32

PAIR = re.compile(r'"([0-9a-f-]{36})": "([0-9a-f-]{36})"')
STAR_AT = re.compile(r"The little penguin counted (\d+) ★\.")
SENTENCE = re.compile(r"[^.!?]+[.!?]+")
NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")


def symbols(text):
    """Two symbols of a text, independent of each other."""
    digest = zlib.crc32(text.encode())
    return digest % SYMBOLS, (digest >> 9) % SYMBOLS


def names(sentence):
    """Symbols of the first and the last name of a sentence; nothing of one with fewer than two."""
    found = NAME.findall(sentence)
    return (symbols(found[0])[0], symbols(found[-1])[1]) if len(found) >= 2 else None


def noise(text):
    """Blocks of other text; what is left over of less than half a block is none."""
    blocks = [text[i : i + BLOCK] for i in range(0, len(text), BLOCK)]
    return [((NOISE, *symbols(block)), None) for block in blocks if 2 * len(block) >= BLOCK]


def read(prompt):
    """The items of a prompt with what each would be answered with, the question last."""
    pairs = PAIR.findall(prompt)
    if pairs:
        asked = re.findall(r"[0-9a-f-]{36}", prompt)[-1]
        return [((NAMED, *symbols(key)), value) for key, value in pairs] + [((FIND, *symbols(asked)), None)]
    if "★" in prompt:
        context = prompt[: prompt.rindex("★.") + 2]
        items, at = [], 0
        for star in STAR_AT.finditer(context):
            items += noise(context[at : star.start()])
            count = int(star[1])
            items.append(((STAR, count // SYMBOLS, count % SYMBOLS), star[1]))
            at = star.end()
        return items + [((STARS, 0, 0), None)]
    context, _, question = prompt.rpartition("Question:")
    context = context.rpartition("Answer the question")[0]
    items, at = [], 0
    for sentence in SENTENCE.finditer(context):
        own = names(sentence[0])
        if own:
            items += noise(context[at : sentence.start()])
            items.append(((NAMED, *own), sentence[0].strip()))
            at = sentence.end()
    items += noise(context[at:])
    return items + [((FIND, *(names(question.strip()) or (0, 0))), None)]


def chosen(items, scores, none, temperature, draws):
    """What a model points at, by the scores of all items but the question: texts, or None for an item without."""
    if items[-1][0][0] == STARS:
        some = [text for (_, text), score in zip(items, scores) if text and is_over(score - none, temperature, draws)]
        return some
    if temperature > 0:
        scores = [score - temperature * math.log(-math.log(draws.random() or 1e-300)) for score in scores]
    return [items[max(range(len(scores)), key=scores.__getitem__)][1]]


def is_over(score, temperature, draws):
    return score > 0 if temperature == 0 else draws.random() < 0.5 * (1 + math.tanh(score / temperature / 2))


def written(items, texts):
    """An answer with what was pointed at."""
    if items[-1][0][0] == STARS:
        return '{"little_penguin": %s}' % [int(text) for text in texts]
    return texts[0] or "The text is about something else."
