"""Scores answers by the originals' own rules; see bench/scorers.mjs.

Usage: python3 scorers.py RULER NOLIMA NEMO_GYM EVAL_HUB OOLONG LONGCONTEXT SKILLS < requests.jsonl > replies.jsonl

RULER's metrics, the method of NoLiMa, NeMo Gym's servers of MRCR, GraphWalks and RULER v2, the metric of MRCR v2, OOLONG's
scorers, LongBench Pro's metrics and NeMo Skills' rules of RULER v2 are run as they are in the checkouts. The authors of MRCR
and GraphWalks publish no code but that of their data cards. Of two libraries that the authors import, what they use is written
down anew: the distance of `editdistance`, and `ndcg_cut` of `pytrec_eval`.
"""
import ast
import asyncio
import datetime
import difflib
import importlib.util
import itertools
import json
import math
import os
import re
import sys
import types

import dateutil.parser
import nemo_gym_stubs

RULER, NOLIMA, NEMO_GYM, EVAL_HUB, OOLONG, LONGCONTEXT, SKILLS = sys.argv[1:8]


def module_of(path):
    spec = importlib.util.spec_from_file_location('original', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def function_of(path, name, **imports):
    """One function of a file, with what it needs of what the file imports."""
    with open(path, encoding='utf-8') as handle:
        tree = ast.parse(handle.read())
    found = next(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == name)
    space = {'re': re, **imports}
    exec(compile(ast.Module([found], []), path, 'exec'), space)
    return space[name]


def functions_in(path, names=None, inside=None, **imports):
    """All functions of a file or of one of its functions, or those with some names, in one space."""
    with open(path, encoding='utf-8') as handle:
        tree = ast.parse(handle.read())
    if inside is not None:
        tree = next(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == inside)
    found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and (names is None or n.name in names)]
    space = {'re': re, **imports}
    exec(compile(ast.Module(found, []), path, 'exec'), space)
    return space


def distance(first, second):
    """The Levenshtein distance of two lists, as `editdistance.eval` gives it."""
    row = list(range(len(second) + 1))
    for i, one in enumerate(first):
        above, row = row, [i + 1]
        for j, other in enumerate(second):
            row.append(min(above[j] + (one != other), above[j + 1] + 1, row[j] + 1))
    return row[-1]


class RelevanceEvaluator:
    """`ndcg_cut` as trec_eval computes it: gains are relevances, discounted by log2 of the rank and one."""

    def __init__(self, relevances, measures):
        self.relevances, self.cut = relevances, int(next(iter(measures)).split('.')[1])

    def evaluate(self, runs):
        def gained(gains):
            return sum(gain / math.log2(rank + 2) for rank, gain in enumerate(gains[:self.cut]))
        scores = {}
        for query, run in runs.items():
            known = self.relevances[query]
            ranked = sorted(run, key=lambda item: run[item], reverse=True)
            best = gained(sorted(known.values(), reverse=True))
            scores[query] = {f'ndcg_cut_{self.cut}': gained([known.get(one, 0) for one in ranked]) / best}
        return scores


sys.modules['editdistance'] = types.ModuleType('editdistance')
sys.modules['editdistance'].eval = distance
trec = types.SimpleNamespace(RelevanceEvaluator=RelevanceEvaluator)

metrics = module_of(os.path.join(RULER, 'scripts/eval/synthetic/constants.py'))
cleaned = function_of(os.path.join(RULER, 'scripts/eval/evaluate.py'), 'postprocess_pred')
evaluated = function_of(os.path.join(NOLIMA, 'evaluation/async_evaluate.py'), '_evaluate_response')
second = function_of(
    os.path.join(EVAL_HUB, 'eval_hub/mrcr_v2/run_evaluation.py'), 'mrcr_v2_metric', difflib=difflib)
helpers = os.path.join(OOLONG, 'src/eval/eval_helpers.py')
processed = function_of(
    helpers, 'synth_process_response', ast=ast, dateutil=dateutil, datetime=datetime.datetime,
    synth_attempt_answer_parse=function_of(helpers, 'synth_attempt_answer_parse'))
real = functions_in(helpers, ('dnd_parse_answer', 'dnd_parse_response', 'dnd_process_response'))['dnd_process_response']
pro = functions_in(
    os.path.join(LONGCONTEXT, 'LongBench-Pro/modules/utils.py'), pytrec_eval=trec, List=list, Dict=dict, Set=set,
    combinations=itertools.combinations)
skills = functions_in(
    os.path.join(SKILLS, 'nemo_skills/evaluation/evaluator/ruler.py'), inside='eval_ruler2',
    editdistance=sys.modules['editdistance'])
extract = function_of(os.path.join(SKILLS, 'nemo_skills/evaluation/math_grader.py'), 'extract_answer')
letter = function_of(
    os.path.join(SKILLS, 'nemo_skills/evaluation/evaluator/mcq.py'), 'extract_letter', extract_answer=extract)
contains = types.SimpleNamespace(metric='contains', gold_answers=[])


nemo_gym_stubs.install()
recalled, walked, ruler2 = (
    getattr(module_of(os.path.join(NEMO_GYM, 'resources_servers', name, 'app.py')), server)()
    for name, server in (('mrcr', 'MRCRResourcesServer'), ('graphwalks', 'GraphWalksResourcesServer'),
                         ('ruler2', 'Ruler2ResourcesServer')))


def rewarded(server, r, **expected):
    response = types.SimpleNamespace(output_text=r['answer'])
    return asyncio.run(server.verify(nemo_gym_stubs.Record(response=response, **expected))).reward


def oolong(r):
    """The right answer as the data set writes it, in a list; dates as dates."""
    kind, right = r['type'], r['reference']
    year, month, day = (int(part) for part in right.split('-')) if kind == 'DATE' else (0, 0, 0)
    written = {'NUMERIC': f'[{right}]', 'DATE': f'[datetime.date({year}, {month}, {day})]'}
    point = {'answer': written.get(kind, repr([right])), 'answer_type': f'ANSWER_TYPE.{kind}',
             'id': 0, 'context_window_id': 0, 'dataset': ''}
    return float(processed(point, r['answer'], '')['score'])


def from_file(r):
    point = {'answer': r['written'], 'answer_type': f"ANSWER_TYPE.{r.get('type')}",
             'id': 0, 'context_window_id': 0, 'dataset': ''}
    return float((processed if 'type' in r else real)(point, r['answer'], '')['score'])


def long_bench_pro(metric):
    # Predictions are stripped before they are scored, and empty ones are not.
    return lambda r: float(pro[metric](r['reference'], r['answer'].strip())) if r['answer'].strip() else 0.0


RULES = {
    **{f'LongBench Pro {name}': long_bench_pro(name)
       for name in ('Accuracy', 'F1_Score', 'SubEM', 'Pairwise_Accuracy', 'NDCG')},
    'OOLONG synth, from a file': from_file,
    'OOLONG real': from_file,
    **{f'RULER v2 {name}': lambda r: max(0.0, skills[f"string_match_{r['match']}_single"](r['answer'], r['reference']))
       for name in ('all', '2steps', 'part')},
    'RULER v2 multichoice': lambda r: float(letter(r['answer']) == r['reference']),
    'RULER v2 all, NeMo Gym': lambda r: rewarded(
        ruler2, r, expected_answer=r['reference'], eval_type='ruler2', match_type='all'),
    'RULER string_match_all': lambda r: metrics.string_match_all(
        [cleaned(r['answer'], {})], [r['references']]),
    'RULER string_match_part': lambda r: metrics.string_match_part(
        [cleaned(r['answer'], {})], [r['references']]),
    'NoLiMa contains': lambda r: evaluated(contains, r['answer'], r['references']),
    'MRCR ratio': lambda r: rewarded(
        recalled, r, expected_answer=r['reference'], random_string_to_prepend=r['prefix']),
    'MRCR v2 metric': lambda r: second(r['answer'], r['reference']),
    'OOLONG synth': oolong,
    'OOLONG synth, dates and numbers': oolong,
    'GraphWalks F1': lambda r: rewarded(walked, r, expected_answer=json.dumps(r['nodes'])),
}

for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({'value': RULES[request['rule']](request)}))
