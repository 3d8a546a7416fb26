"""The truth of each model: hundreds of prompts for each size and place, without the product.

python3 truth.py WEIGHTS BOOK SIZES OUT name …   SIZES: what learned.mjs asks for.
"""
import json
import random
import sys
import time

import torch

from items import STARS, read
from models import MODELS, Pointer
from text import Texts, needles
from train import padded

CHARACTERS_PER_TOKEN = 4.28
BATCH = 40


def load(weights, name):
    model = Pointer(**MODELS[name.partition("@")[0]])
    model.load_state_dict(torch.load(f"{weights}/{name}.pt"))
    return model.eval()


def answers(model, lists, tensors):
    """For each prompt the texts that the model points at: the best one, or all that are better than none for stars."""
    with torch.no_grad():
        scores, none = model(*tensors)
    for items, row, least in zip(lists, scores.tolist(), none.tolist()):
        row = row[len(row) - len(items) + 1 :]
        if items[-1][0][0] == STARS:
            yield {text for (_, text), score in zip(items, row) if text and score > least}
        else:
            yield {items[max(range(len(row)), key=row.__getitem__)][1]}


def main():
    torch.set_num_threads(1)
    weights, book, sizes, out, *names = sys.argv[1:]
    sizes = json.loads(sizes)
    texts = Texts(book, needles(sizes["file"]))
    models = {name: load(weights, name) for name in names}
    truth = {name: {"pairs": {}, "stars": {}, "needle": {}} for name in names}

    def ask(task, size, made):
        """Counts what every model finds of each place of some prompts."""
        found = {name: {} for name in names}
        for start in range(0, len(made), BATCH):
            batch = made[start : start + BATCH]
            lists = [read(prompt) for prompt, _ in batch]
            tensors = padded([[item for item, _ in items] for items in lists])
            for name, model in models.items():
                for (_, right), own in zip(batch, answers(model, lists, tensors)):
                    for place, text in right:
                        one = found[name].setdefault(place, [0, 0])
                        one[0] += text in own
                        one[1] += 1
        for name in names:
            truth[name][task][size] = {place: hits / of for place, (hits, of) in found[name].items()}

    draws = random.Random("truth")
    for size in sizes["pairs"]:
        made = [(place, *texts.pairs(draws, size, place)) for place in sizes["places"] for _ in range(sizes["each"])]
        ask("pairs", size, [(prompt, [(place, value)]) for place, prompt, value in made])
    count = sizes["stars"]["count"]
    for tokens in sizes["stars"]["lengths"]:
        made = [texts.stars(draws, round(tokens * CHARACTERS_PER_TOKEN), count) for _ in range(2 * sizes["each"])]
        ask("stars", tokens, [(p, [((i + 1) / count, n) for i, n in enumerate(right)]) for p, right in made])
    for tokens in sizes["needle"]:
        made = [(place, *texts.needle(draws, round(tokens * CHARACTERS_PER_TOKEN), place)) for place in sizes["places"] for _ in range(sizes["each"])]
        ask("needle", tokens, [(prompt, [(place, value)]) for place, prompt, value in made])
    json.dump(truth, open(out, "w"))
    print(f"truth: {time.process_time():.0f} s of a processor")


if __name__ == "__main__":
    main()
