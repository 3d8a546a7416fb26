"""Scores answers by the originals' own rules; see bench/scorers.mjs.

Usage: python3 scorers.py RULER NOLIMA < requests.jsonl > replies.jsonl

RULER's metrics and the method of NoLiMa are taken out of the checkouts as they are. MRCR and GraphWalks have
no code but that of their data cards, so their rules are written down here anew, on Python's difflib and sets.
"""
import ast
import difflib
import importlib.util
import json
import os
import re
import sys
import types

RULER, NOLIMA = sys.argv[1:3]


def module_of(path):
    spec = importlib.util.spec_from_file_location('original', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def function_of(path, name):
    """One function of a file, without what the file imports."""
    with open(path, encoding='utf-8') as handle:
        tree = ast.parse(handle.read())
    found = next(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == name)
    space = {'re': re}
    exec(compile(ast.Module([found], []), path, 'exec'), space)
    return space[name]


metrics = module_of(os.path.join(RULER, 'scripts/eval/synthetic/constants.py'))
cleaned = function_of(os.path.join(RULER, 'scripts/eval/evaluate.py'), 'postprocess_pred')
evaluated = function_of(os.path.join(NOLIMA, 'evaluation/async_evaluate.py'), '_evaluate_response')
contains = types.SimpleNamespace(metric='contains', gold_answers=[])


def recalled(r):
    if not r['answer'].startswith(r['prefix']):
        return 0
    texts = (text.removeprefix(r['prefix']) for text in (r['answer'], r['reference']))
    return difflib.SequenceMatcher(None, *texts).ratio()


def walked(r):
    last = r['answer'].split('\n')[-1]
    match = re.search(r'Final Answer: ?\[(.*)\]', last)
    if not match:
        return 0
    said = {node.strip() for node in match.group(1).strip('[]').split(',') if node.strip()}
    right = set(r['nodes'])
    if not said and not right:
        return 1
    common = len(said & right)
    return 2 * common / (len(said) + len(right)) if common else 0


RULES = {
    'RULER string_match_all': lambda r: metrics.string_match_all(
        [cleaned(r['answer'], {})], [r['references']]),
    'RULER string_match_part': lambda r: metrics.string_match_part(
        [cleaned(r['answer'], {})], [r['references']]),
    'NoLiMa contains': lambda r: evaluated(contains, r['answer'], r['references']),
    'MRCR ratio': recalled,
    'GraphWalks F1': walked,
}

for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({'value': RULES[request['rule']](request)}))
