"""Prompts of RULER v2 as the authors' scripts write them, of items that are given; see bench/fidelity.mjs.

Usage: python3 ruler_v2.py NEMO_GYM < requests.jsonl > replies.jsonl

`prepare_mmlu.py` and `prepare_qa.py` of the checkout are run as they stand there, with the arguments of `prepare.py`; only
data and chance are given: each draw is the one that the request says. Needles have our words, so of `prepare_niah.py` the
templates are taken. A template is what the scripts write of names of places.
"""
import ast
import json
import sys
import types
from pathlib import Path

FOLDER = Path(sys.argv[1]) / 'benchmarks/ruler2'


def constant(path, name):
    tree = ast.parse(path.read_text())
    found = next(n for n in tree.body if isinstance(n, (ast.Assign, ast.AnnAssign))
                 and name in (getattr(t, 'id', '') for t in getattr(n, 'targets', [getattr(n, 'target', None)])))
    return ast.literal_eval(found.value)


ARGUMENTS = constant(FOLDER / 'prepare.py', 'TASK_TO_ARGS')


class Chance:
    """Draws in the order in which a script asks for them."""

    def __init__(self, numbers, samples, shuffles):
        self.numbers, self.samples, self.shuffles = numbers, samples, shuffles

    def seed(self, _):
        pass

    def sample(self, population, amount):
        return self.samples.pop(0)(population)

    def shuffle(self, values):
        self.shuffles.pop(0)(values)

    def randint(self, low, high):
        return self.numbers.pop(0)


def script_of(task, ordinal):
    """A script as a module that has read no data."""
    script, arguments = ARGUMENTS[task]
    for name in ('nltk', 'wonderwords', 'inflect', 'datasets', 'tqdm', 'tenacity', 'numpy', 'sources', 'sources.tokenizer'):
        sys.modules[name] = types.ModuleType(name)
    sys.modules['numpy'].random = types.SimpleNamespace(seed=lambda _: None)
    sys.modules['inflect'].engine = lambda: types.SimpleNamespace(ordinal=ordinal)
    sys.modules['datasets'].load_dataset = lambda *_: {'test': [], 'auxiliary_train': [], 'train': [], 'validation': []}
    sys.modules['tqdm'].tqdm = list
    sys.modules['sources.tokenizer'].select_tokenizer = lambda *_: None
    sys.argv = [script, '--tokenizer_path', 'none', '--max_seq_length', '0', '--num_samples', '1', *arguments]
    module = types.ModuleType(f'sources.{script}')
    module.__package__ = 'sources'
    exec(compile((FOLDER / f'sources/{script}.py').read_text(), script, 'exec'), module.__dict__)
    return module


def counted(number):
    return f"{number}{('th', 'st', 'nd', 'rd')[number] if number < 4 else 'th'}"


def questions(task, items, asked, examples, letters, ordinal=counted):
    """A prompt of the items in their order, one of which is asked for."""
    module = script_of(task, ordinal)
    others = [item for i, item in enumerate(items) if i != asked]
    places = [i - (i > asked) for i in examples]
    module.needle = [{'Question': items[asked][1], 'Solution': '', 'Answer': ''}]
    module.haystack = [{'Question': text, 'Answer': '', 'Solution': ''} for _, text in others]
    for place, letter in zip(places, letters):
        module.haystack[place]['Solution'] = f' \\boxed{{{letter}}}'
    labels = [label for label, _ in others] + [items[asked][0]]

    def as_given(values):
        values[:] = labels

    module.random = Chance([*labels, asked] if module.args.num_order == 0 else [*labels[:-(-len(labels) // 4)], asked], [
        lambda population: population, lambda population: [population[place] for place in places]],
        [as_given, lambda values: None])
    return module.generate_input_output(0, len(others))[1]['question']


def documents(task, items, gold, close, question):
    """A prompt of the documents in their order; those that answer, the first asked for, and those that come with them."""
    module = script_of(task, counted)
    given = [*gold, *close]
    rest = [i for i in range(len(items)) if i not in given]
    module.needle = [{'question': question, 'answer': [''], 'context': [{'text': items[i][1]} for i in gold],
                      'distractor': [{'text': items[i][1]} for i in close]}]
    # As many more as are taken for granted.
    module.haystack = [{'text': items[i][1]} for i in rest] + [{'text': f'no {i}'} for i in range(len(items) + 1)]
    order = {items[i][0]: i for i in range(len(items))}
    module.random = Chance([items[i][0] for i in [*given, *rest]], [lambda _: list(range(len(rest)))],
                           [lambda values: values.sort(key=lambda one: order[one['random_index']])])
    return module.generate_input_output(0, len(rest))[1]['question']


def needles(task, context, query):
    several = int(dict(zip(ARGUMENTS[task][1][::2], ARGUMENTS[task][1][1::2]))['--num_needle_v']) > 1
    template = constant(FOLDER / 'sources/prepare_niah.py', 'TEMPLATE_MULTIPLE' if several else 'TEMPLATE_SINGLE')
    return template.format(type_needle_v='numbers' if several else 'number', context=context, query=query)


def template(task):
    if ARGUMENTS[task][0] == 'prepare_niah':
        worded, listed = needles(task, '<needles>', '<query>'), '<needles>'
    elif ARGUMENTS[task][0] == 'prepare_mmlu':
        items = [[f'<i{k}>' if k else '<i>', f'<question{k}>'] for k in range(6)]
        shown = 5 if '5' in ARGUMENTS[task][1] else 0
        worded = questions(task, items, 0, range(1, shown + 1), [f'<answer{k}>' for k in range(1, 6)], lambda _: '<order>')
        listed = '\n\n'.join(f'Question {label}: {text}' for label, text in items)
    else:
        items = [['<label>', '<text>'], ['<other>', 'other']]
        worded = documents(task, items, [0], [], '<question>')
        listed = '\n\n'.join(f'Document {label}:\n{text}' for label, text in items)
    places = ['needles', 'query', 'i', 'order', 'text', 'question']
    places += [f'{name}{k}' for name in ('i', 'question', 'answer') for k in range(1, 6)]
    worded = worded.replace(listed, '<needles>', 1).replace('{', '{{').replace('}', '}}')
    for place in places:
        worded = worded.replace(f'<{place}>', f'{{{place}}}')
    return worded


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({'value': globals()[request.pop('rule')](**request)}))
