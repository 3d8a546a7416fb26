"""The truth of each model: hundreds of prompts for each size and place, without the product.

python3 truth.py WEIGHTS BOOK SIZES OUT name …   SIZES: what learned.mjs asks for, of models that answer at a temperature.
"""
import json
import random
import sys
import time

import torch

from items import chosen, read
from models import Pointer
from text import Texts, needles
from train import padded

CHARACTERS_PER_TOKEN = 4.28
BATCH = 40


def load(weights, name):
    kept = torch.load(f"{weights}/{name}.pt")
    model = Pointer(**kept["how"])
    model.load_state_dict(kept["state"])
    return model.eval()


def answers(model, lists, tensors, temperature, draws):
    """For each prompt the texts that the model points at."""
    with torch.no_grad():
        scores, none = model(*tensors)
    for items, row, least in zip(lists, scores.tolist(), none.tolist()):
        yield set(chosen(items, row[len(row) - len(items) + 1 :], least, temperature, draws))


def main():
    torch.set_num_threads(1)
    weights, book, sizes, out, *names = sys.argv[1:]
    sizes = json.loads(sizes)
    temperature = sizes.get("temperature", 0)
    draws = random.Random(f"truth{sizes['seed'] or ''}")
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
                for (_, right), own in zip(batch, answers(model, lists, tensors, temperature, draws)):
                    for place, text in right:
                        one = found[name].setdefault(place, [0, 0])
                        one[0] += text in own
                        one[1] += 1
        for name in names:
            truth[name][task][size] = {place: hits / of for place, (hits, of) in found[name].items()}

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
