"""Small models that learn to point: at the pair or the sentence that is asked for, or at every star.

A prompt is a list of items (items.py). A model encodes them, and the question at the end points back: an item with a higher
score than "none" is an answer. What differs is how it knows where things stand, and how far it looks. Nothing here says at
which length or place a model fails: that is learned.
"""
import math
import random

import torch
from torch import nn
import torch.nn.functional as F

TYPES, SYMBOLS = 5, 32
LONGEST_LEARNED = 96

#: name: how positions are known, layers, window, the most items that it is trained on, steps of training
MODELS = {
    "rotary": dict(positions="rotary", layers=1, items=64, steps=900),
    "alibi": dict(positions="alibi", layers=1, items=64, steps=900),
    "learned-positions": dict(positions="learned", layers=1, items=64, steps=900),
    "gru": dict(positions="gru", layers=1, items=64, steps=900),
    "sliding-window": dict(positions="rotary", layers=1, window=48, items=64, steps=900),
    "short-contexts": dict(positions="rotary", layers=1, items=12, steps=900),
    "tuned": dict(positions="rotary", layers=1, items=12, steps=900, tuned=dict(items=48, steps=300, task="find")),
    "deep": dict(positions="rotary", layers=3, items=64, steps=900),
}


def models_of(seed):
    """MODELS for 0; for another seed, the same kinds of other sizes, windows, lengths and times of training."""
    if seed == 0:
        return MODELS
    drawn = random.Random(f"models {seed}")
    return {name: varied(how, drawn) for name, how in MODELS.items()}


def varied(how, drawn):
    scale = lambda one: round(one * drawn.uniform(0.8, 1.25))
    scaled = {key: scale(how[key]) for key in ("items", "steps", "window") if key in how}
    tuned = {"tuned": {**how["tuned"], "items": scale(how["tuned"]["items"])}} if "tuned" in how else {}
    return {**how, **scaled, **tuned, "width": drawn.choice([48, 56, 64, 72])}


class Times(torch.autograd.Function):
    """A product of matrices that lie in memory as they are multiplied: PyTorch without a fast BLAS, as Debian has it, takes
    ten times as long with transposed ones."""

    @staticmethod
    def forward(context, a, b):
        a, b = a.contiguous(), b.contiguous()
        context.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(context, grown):
        a, b = context.saved_tensors
        grown = grown.contiguous()
        return grown @ b.transpose(-1, -2).contiguous(), a.transpose(-1, -2).contiguous() @ grown


class Linear(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        draw = lambda *shape: nn.Parameter((2 * torch.rand(*shape) - 1) / math.sqrt(width))
        self.weight, self.bias = draw(width, out), draw(out)

    def forward(self, x):
        return Times.apply(x.reshape(-1, x.shape[-1]), self.weight).view(*x.shape[:-1], -1) + self.bias


def rotate(x, positions):
    half = x.shape[-1] // 2
    speed = 1.0 / (10_000 ** (torch.arange(half) / half))
    angle = positions[:, None] * speed
    cos, sin = angle.cos(), angle.sin()
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)


class Attention(nn.Module):
    """How much each item attends to the earlier ones, by what they are and where they stand."""

    def __init__(self, width, heads, positions, window):
        super().__init__()
        self.heads, self.positions, self.window = heads, positions, window
        self.q, self.k = Linear(width, width), Linear(width, width)
        self.slopes = nn.Parameter(torch.full((heads,), -3.0))

    def split(self, x):
        return x.view(*x.shape[:2], self.heads, -1).transpose(1, 2)

    def scores(self, x, asked=None):
        """Scores of all items for each item, or for the last one alone; minus infinity for what cannot be seen."""
        length = x.shape[1]
        at = torch.arange(length)
        from_ = at if asked is None else at[asked:]
        q = self.split(self.q(x if asked is None else x[:, asked:]))
        k = self.split(self.k(x))
        if self.positions == "rotary":
            q, k = rotate(q, from_), rotate(k, at)
        scores = Times.apply(q, k.transpose(-1, -2)) / math.sqrt(q.shape[-1])
        away = (from_[:, None] - at[None, :]).float()
        if self.positions == "alibi":
            scores = scores - F.softplus(self.slopes)[:, None, None] * away.clamp(min=0)
        hidden = away < 0
        if self.window:
            hidden = hidden | (away > self.window)
        return scores.masked_fill(hidden, -1e4)


class Layer(nn.Module):
    def __init__(self, width, heads, positions, window):
        super().__init__()
        self.attention = Attention(width, heads, positions, window)
        self.v, self.out = Linear(width, width), Linear(width, width)
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mlp = nn.Sequential(Linear(width, 2 * width), nn.GELU(), Linear(2 * width, width))

    def forward(self, x, padding):
        y = self.before(x)
        weights = self.attention.scores(y).masked_fill(padding[:, None, None], -1e4).softmax(-1)
        v = self.attention.split(self.v(y))
        x = x + self.out(Times.apply(weights, v).transpose(1, 2).reshape(x.shape))
        return x + self.mlp(self.after(x))


class Pointer(nn.Module):
    def __init__(self, positions, layers=1, window=0, width=64, heads=2, **_):
        super().__init__()
        self.positions = positions
        self.kind, self.a, self.b = (nn.Embedding(n, width) for n in (TYPES, SYMBOLS, SYMBOLS))
        kind = positions if positions in ("rotary", "alibi") else "none"
        if positions == "learned":
            self.where = nn.Embedding(LONGEST_LEARNED, width)
        if positions == "gru":
            self.gru = nn.GRU(width, width, batch_first=True)
        else:
            self.layers = nn.ModuleList(Layer(width, heads, kind, window) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.pointer = Attention(width, heads, kind, window)
        self.weigh = Linear(heads, 1)
        self.none = Linear(width, 1)

    def forward(self, items, padding):
        """A score for each item, and for none of them. `items`: batch, length, (type, a, b); padding is on the left."""
        x = self.kind(items[..., 0]) + self.a(items[..., 1]) + self.b(items[..., 2])
        length = x.shape[1]
        if self.positions == "learned":
            # What stands farther from the question than it was ever trained on has the last position.
            away = torch.arange(length - 1, -1, -1).clamp(max=LONGEST_LEARNED - 1)
            x = x + self.where(away)
        if self.positions == "gru":
            x = x + self.gru(x)[0]
        else:
            for layer in self.layers:
                x = layer(x, padding)
        x = self.norm(x)
        scores = self.pointer.scores(x, length - 1)[:, :, 0]
        seen = scores[:, 0] > -5e3
        scores = self.weigh(scores.transpose(1, 2))[..., 0]
        scores = scores.masked_fill(padding | ~seen, -1e4)
        return scores[:, :-1], self.none(x[:, -1])[:, 0]
