"""Trains models of models.py: python3 train.py OUT SEED name …. One thread, a minute or two of a processor each.

Each is kept as it is after a ninth of the steps (`NAME@earlier`), after a third (`NAME@early`) and at the end.
"""
import math
import random
import sys
import time

import torch
import torch.nn.functional as F

from items import FIND, NAMED, NOISE, STAR, STARS, SYMBOLS
from models import Pointer, models_of

BATCH = 32

#: after which part of the steps a checkpoint is kept
CHECKPOINTS = {9: "@earlier", 3: "@early"}


def drawn(random, most, task):
    """A list of at most `most` items with what the answers are."""
    length = max(4, round(most * random.uniform(0.7, 1)))
    symbol = lambda: random.randrange(SYMBOLS)
    if task == "find":
        share = random.choice([1, 1, 0.3])
        items = [(NAMED if random.random() < share else NOISE, symbol(), symbol()) for _ in range(length)]
        at = random.randrange(length)
        items[at] = (NAMED, *items[at][1:])
        is_there = random.random() > 0.1
        asked = items[at][1:] if is_there else (symbol(), symbol())
        return items + [(FIND, *asked)], [int(is_there and one[0] == NAMED and one[1:] == asked) for one in items]
    stars = random.randint(1, max(1, min(20, length // 2)))
    items = [(NOISE, symbol(), symbol()) for _ in range(length)]
    for i in range(stars):
        count = 4 * i + random.randint(1, 3)
        items[(i + 1) * length // stars - 1] = (STAR, count // SYMBOLS, count % SYMBOLS)
    return items + [(STARS, 0, 0)], [int(kind == STAR) for kind, _, _ in items]


def padded(lists):
    """Items of several prompts as one tensor, padded on the left, and where the padding is."""
    longest = max(map(len, lists))
    items = torch.tensor([[(0, 0, 0)] * (longest - len(one)) + list(one) for one in lists])
    padding = torch.tensor([[True] * (longest - len(one)) + [False] * len(one) for one in lists])
    return items, padding


def loss_of(model, random, most, task):
    # Every length alike on a log scale, and those of a batch close to each other, which leaves little to padding.
    longest = math.exp(random.uniform(math.log(4), math.log(most)))
    prompts = [drawn(random, longest, task) for _ in range(BATCH)]
    items, padding = padded([items for items, _ in prompts])
    scores, none = model(items, padding)
    right = torch.tensor([[0] * (scores.shape[1] - len(own)) + own for _, own in prompts]).float()
    if task == "stars":
        seen = ~padding[:, :-1]
        wrong = F.binary_cross_entropy_with_logits(scores - none[:, None], right, reduction="none")
        return (wrong * seen).sum() / seen.sum()
    every = torch.cat([scores, none[:, None]], 1).log_softmax(1)
    right = torch.cat([right, (right.sum(1, keepdim=True) == 0).float()], 1)
    return -torch.logsumexp(every + (right + 1e-9).log(), 1).mean()


def train(name, out, seed):
    how = models_of(seed)[name]
    torch.manual_seed(sum(name.encode()) + 10_000 * seed)
    draws = random.Random(f"{name}{seed or ''}")
    model = Pointer(**how)
    keep = lambda kept: torch.save({"how": how, "state": model.state_dict()}, f"{out}/{name}{kept}.pt")
    phases = [("", how["items"], how["steps"], None)]
    if "tuned" in how:
        phases.append(("tuned", how["tuned"]["items"], how["tuned"]["steps"], how["tuned"]["task"]))
    for phase, most, steps, only in phases:
        adam = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
        rate = torch.optim.lr_scheduler.LambdaLR(adam, lambda i: min(1, (i + 1) / 50) * (1 - i / steps) ** 0.5)
        for step in range(steps):
            loss = loss_of(model, draws, most, only or ("find" if step % 2 else "stars"))
            adam.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1)
            adam.step()
            rate.step()
            for part, kept in CHECKPOINTS.items():
                if not phase and step == steps // part:
                    keep(kept)
    keep("")
    return loss.item()


def main():
    torch.set_num_threads(1)
    out, seed, *names = sys.argv[1:]
    for name in names:
        start = time.process_time()
        loss = train(name, out, int(seed))
        print(f"{name}: last loss {loss:.3f}, {time.process_time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
