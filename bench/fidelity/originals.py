"""Runs functions of the originals' own checkouts beside ours; see bench/fidelity.mjs.

Usage: python3 originals.py OPENCOMPASS LOST_IN_THE_MIDDLE < requests.jsonl > replies.jsonl

Each request is {"rule": name, ...}, each reply {"value": ...}. The files are loaded as they are; packages
they import and this machine has not are stand-ins that do nothing. What they print is thrown away.
"""
import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import io
import json
import os
import re
import sys
import types

OPENCOMPASS, LOST = sys.argv[1:3]


class Anything:
    """A stand-in: a base class, a decorator, a registry, whatever is asked of it."""

    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        is_decorated = len(args) == 1 and not kwargs and callable(args[0])
        return args[0] if is_decorated else Anything()

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return Anything()

    def __setitem__(self, key, value):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False


class StandIn(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        if name.startswith('Base'):
            return type(name, (), {})
        return Anything()


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The few modules of OpenCompass that are needed, from the checkout; stand-ins for all others."""

    real = {
        'opencompass.datasets.math',
        'opencompass.datasets.needlebench_v2.atc',
        'opencompass.datasets.needlebench_v2.atc_elder_only',
    }
    foreign = ('opencompass', 'datasets', 'tiktoken', 'huggingface_hub', 'mmengine', 'pydantic')

    def find_spec(self, name, path=None, target=None):
        if name in self.real:
            file = os.path.join(OPENCOMPASS, *name.split('.')) + '.py'
            return importlib.util.spec_from_file_location(name, file)
        if name.split('.')[0] in self.foreign:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = StandIn(spec.name)
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, Finder())
# Both patterns of the normalisation mean the same to the module that comes with Python.
sys.modules['regex'] = re
dataclasses = StandIn('pydantic.dataclasses')
dataclasses.dataclass = __import__('dataclasses').dataclass
sys.modules['pydantic'] = StandIn('pydantic')
sys.modules['pydantic.dataclasses'] = dataclasses


def load(root, path):
    name = 'original_' + re.sub(r'\W', '_', path)
    spec = importlib.util.spec_from_file_location(name, os.path.join(root, path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def once(function):
    cache = {}

    def cached(*args):
        if args not in cache:
            cache[args] = function(*args)
        return cache[args]

    return cached


@once
def bench(version, name):
    return load(OPENCOMPASS, f'opencompass/datasets/needlebench{version}/{name}.py')


def single(version):
    evaluator = bench(version, 'origin').NeedleBenchOriginEvaluator()
    return lambda r: evaluator.score(
        [r['answer']], ['\n' + r['sentence'] + '\n*' + r['keyword']])['score']


def retrieval(version):
    evaluator = bench(version, 'parallel').NeedleBenchParallelEvaluator()

    def score(r):
        depths = '*'.join(str(i) for i in range(len(r['keywords'])))
        gold = '*'.join(r['keywords']) + '#' + depths
        return evaluator.score([r['answer']], [gold])['average_score']

    return score


def reasoning_1(r):
    evaluator = bench('', 'multi').NeedleBenchMultiEvaluator()
    return evaluator.score([r['answer']], [r['sentence'] + '*' + r['keyword']])['score']


def boxed(r):
    module = bench('_v2', 'atc_elder_only')
    said = module.needlebench_atc_postprocess_v2(r['answer'])
    return module.NeedleBenchATCEvaluator().score([said], [r['keyword']])['score']


def circular(r):
    path = 'opencompass/openicl/icl_evaluator/icl_circular_evaluator.py'
    source = open(os.path.join(OPENCOMPASS, path), encoding='utf-8').read()
    source = source.replace('from .icl_base_evaluator', 'from opencompass')
    space = {}
    exec(compile(source, path, 'exec'), space)
    return space['CircularEvaluator']().score(r['letters'], r['references'])


@once
def lost(name):
    return load(LOST, f'src/lost_in_the_middle/{name}.py')


def documents(r):
    return [lost('prompting').Document.from_dict(one) for one in r['documents']]


def stars(r):
    """Counting-Stars, section 2.2: cut to the length of the truth, duplicates dropped. The authors publish no code."""
    listed = set(r['list'][:len(r['reference'])])
    return sum(count in listed for count in r['reference']) / len(r['reference'])


RULES = {
    'opencompass-1 S-RT': lambda r: single('')(r),
    'opencompass-1 M-RT': lambda r: retrieval('')(r),
    'opencompass-1 M-RS': reasoning_1,
    'opencompass-2 S-RT': lambda r: single('_v2')(r),
    'opencompass-2 M-RT': lambda r: retrieval('_v2')(r),
    'opencompass-2 M-RS': boxed,
    'circular': circular,
    'first line': lambda r: lost('metrics').best_subspan_em(
        r['answer'].split('\n')[0].strip(), r['answers']),
    # What the authors' script for pairs says in one line of its loop.
    'key-value': lambda r: 1.0 if r['value'].lower() in r['answer'].lower() else 0.0,
    'stars': stars,
    'closed-book': lambda r: lost('prompting').get_closedbook_qa_prompt(r['question']),
    'documents': lambda r: lost('prompting').get_qa_prompt(
        r['question'], documents(r), r['random'], r['aware']),
    'pairs': lambda r: lost('prompting').get_kv_retrieval_prompt(
        [tuple(pair) for pair in r['pairs']], r['key'], r['aware']),
}


def grid(r):
    """Lengths, depths and repeats of a configuration file, with what it imports from its folder."""
    folder, name = os.path.split(r['file'])
    root = os.path.join(OPENCOMPASS, 'opencompass/configs/datasets', folder)

    def space_of(file):
        with open(os.path.join(root, file), encoding='utf-8') as handle:
            source = handle.read()
        space = {}

        def from_folder(match):
            other = space_of(match.group(1) + '.py')
            for part in match.group(2).split(','):
                own, _, alias = part.strip().partition(' as ')
                space[alias or own] = other[own]
            return 'pass'

        def from_elsewhere(match):
            for part in match.group(1).split(','):
                own, _, alias = part.strip().partition(' as ')
                space[alias or own] = {'evaluator': {}}
            return 'pass'

        source = re.sub(r'from \.(\w+) import ([^\n]+)', from_folder, source)
        source = re.sub(r'from (?:opencompass|mmengine)[\w.]* import ([^\n(]+)', from_elsewhere, source)
        exec(compile(source.replace('with read_base():', 'if True:'), file, 'exec'), space)
        return space

    space = space_of(name)
    found = {}
    for key, sets in space.items():
        if not key.endswith('_en_datasets') or not isinstance(sets, list):
            continue
        for one in sets:
            depths = one['depths'] if 'depths' in one else [one['depth']]
            cell = found.setdefault(key, {'lengths': [], 'depths': [], 'repeats': []})
            for field, values in (('lengths', [one['length']]), ('depths', depths),
                                  ('repeats', [one['num_repeats_per_file']])):
                cell[field] += [value for value in values if value not in cell[field]]
    return found


RULES['grid'] = grid

for line in sys.stdin:
    request = json.loads(line)
    with contextlib.redirect_stdout(io.StringIO()):
        reply = RULES[request['rule']](request)
    print(json.dumps({'value': reply}))
