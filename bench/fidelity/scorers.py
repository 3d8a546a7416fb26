"""Scores answers by the originals' own rules; see bench/scorers.mjs.

Usage: python3 scorers.py RULER NOLIMA NEMO_GYM < requests.jsonl > replies.jsonl

RULER's metrics, the method of NoLiMa and NeMo Gym's servers of MRCR and GraphWalks are run as they are in the
checkouts. The authors of MRCR and GraphWalks publish no code but that of their data cards.
"""
import ast
import asyncio
import importlib.util
import json
import os
import re
import sys
import types

import nemo_gym_stubs

RULER, NOLIMA, NEMO_GYM = sys.argv[1:4]


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


nemo_gym_stubs.install()
recalled, walked = (
    getattr(module_of(os.path.join(NEMO_GYM, 'resources_servers', name, 'app.py')), server)()
    for name, server in (('mrcr', 'MRCRResourcesServer'), ('graphwalks', 'GraphWalksResourcesServer')))


def rewarded(server, r, **expected):
    response = types.SimpleNamespace(output_text=r['answer'])
    return asyncio.run(server.verify(nemo_gym_stubs.Record(response=response, **expected))).reward


RULES = {
    'RULER string_match_all': lambda r: metrics.string_match_all(
        [cleaned(r['answer'], {})], [r['references']]),
    'RULER string_match_part': lambda r: metrics.string_match_part(
        [cleaned(r['answer'], {})], [r['references']]),
    'NoLiMa contains': lambda r: evaluated(contains, r['answer'], r['references']),
    'MRCR ratio': lambda r: rewarded(
        recalled, r, expected_answer=r['reference'], random_string_to_prepend=r['prefix']),
    'GraphWalks F1': lambda r: rewarded(walked, r, expected_answer=json.dumps(r['nodes'])),
}

for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({'value': RULES[request['rule']](request)}))
