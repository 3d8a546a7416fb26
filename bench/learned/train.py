"""Trains every model of models.py: python3 train.py OUT [name …]. Seeded, one thread, minutes of a processor."""
import math
import random
import sys
import time

import torch
import torch.nn.functional as F

from items import FIND, NAMED, NOISE, STAR, STARS, SYMBOLS
from models import MODELS, Pointer

BATCH = 32


def drawn(random, most, task):
    """A list of items with what the answers are: `most` items at most, of every length alike on a log scale."""
    length = round(math.exp(random.uniform(math.log(4), math.log(most))))
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
    prompts = [drawn(random, most, task) for _ in range(BATCH)]
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


def train(name, out):
    how = MODELS[name]
    torch.manual_seed(sum(name.encode()))
    draws = random.Random(name)
    model = Pointer(**how)
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
            if not phase and step == steps // 3:
                torch.save(model.state_dict(), f"{out}/{name}@early.pt")
    torch.save(model.state_dict(), f"{out}/{name}.pt")
    return loss.item()


def main():
    torch.set_num_threads(1)
    out, *names = sys.argv[1:]
    for name in names or MODELS:
        start = time.process_time()
        loss = train(name, out)
        print(f"{name}: last loss {loss:.3f}, {time.process_time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
