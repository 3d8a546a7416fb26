"""Prompts for the direct evaluation, in text of their own: no line of the product makes them."""
import random
import re
import uuid


def uuid_of(draws):
    return str(uuid.UUID(int=draws.getrandbits(128), version=4))


def needles(path):
    """Sentence and question of each needle of needles.yaml."""
    text = open(path, encoding="utf8").read()
    return list(zip(re.findall(r"sentence: (.*)", text), re.findall(r"question: (.*)", text)))


class Texts:
    """Unrelated text: sentences of a book in random order."""

    def __init__(self, book, found):
        text = open(book, encoding="utf8").read()
        self.sentences = [s.strip() for s in re.findall(r"[^.!?]+[.!?]+", text) if 20 < len(s) < 600]
        self.needles = found

    def prose(self, draws, characters):
        parts, length = [], 0
        while length < characters:
            parts.append(draws.choice(self.sentences))
            length += len(parts[-1]) + 1
        return " ".join(parts)[:characters]

    def pairs(self, draws, size, place):
        """An object of `size` pairs; the one asked for stands at a place from 0 to 1. Gives the answer too."""
        pairs = [(uuid_of(draws), uuid_of(draws)) for _ in range(size)]
        key, value = pairs[round(place * (size - 1))]
        lines = ", ".join(f'"{k}": "{v}"' for k, v in pairs)
        return "Data: {%s}\nWhich value belongs to \"%s\"?" % (lines, key), value

    def stars(self, draws, characters, count):
        """`count` star sentences, each after an equal part of the text, and their numbers in that order."""
        numbers = [4 * i + draws.randint(1, 3) for i in range(count)]
        draws.shuffle(numbers)
        part = characters // count
        text = "\n".join(self.prose(draws, part - 40) + f" The little penguin counted {n} ★." for n in numbers)
        return text + "\n\nWhich numbers did the penguin count?", [str(n) for n in numbers]

    def needle(self, draws, characters, place):
        sentence, question = draws.choice(self.needles)
        before = self.prose(draws, round(place * characters))
        after = self.prose(draws, characters - len(before))
        return f"{before.rpartition('.')[0]}. {sentence} {after}\n\nAnswer the question.\nQuestion: {question}", sentence
