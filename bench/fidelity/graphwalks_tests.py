"""Runs NeMo Gym's own tests of how GraphWalks is read and scored, against ours; see bench/scorers.mjs.

Usage: python3 graphwalks_tests.py NEMO_GYM NODE OURS > replies.json
NODE OURS is a command that takes `[name, …arguments]` as JSON and prints the result as JSON.
"""
import importlib.util
import json
import os
import subprocess
import sys
import types

import nemo_gym_stubs

NEMO_GYM, *OURS = sys.argv[1:]


def ask(name, *arguments):
    lists = [sorted(a) if isinstance(a, set) else a for a in arguments]
    return json.loads(subprocess.run(
        [*OURS, json.dumps([name, *lists])], capture_output=True, check=True, encoding='utf-8').stdout)


nemo_gym_stubs.install()
app = types.ModuleType('resources_servers.graphwalks.app')
app.GraphWalksResourcesServer = app.GraphWalksResourcesServerConfig = nemo_gym_stubs.Record
app._parse_node_list = lambda response: tuple(ask('nodes', response))
app._f1_score = lambda predicted, expected, parse_failed: ask('f1', predicted, expected, parse_failed)
for name in ('resources_servers', 'resources_servers.graphwalks'):
    sys.modules[name] = types.ModuleType(name)
sys.modules[app.__name__] = app
# Only the fixtures of other tests need it.
sys.modules['pytest'] = types.SimpleNamespace(fixture=lambda made: made)

path = os.path.join(NEMO_GYM, 'resources_servers/graphwalks/tests/test_app.py')
spec = importlib.util.spec_from_file_location('tests', path)
tests = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tests)

replies = {}
for group in (tests.TestParseNodeList(), tests.TestF1Score()):
    for name in (name for name in dir(group) if name.startswith('test_')):
        try:
            getattr(group, name)()
            replies[name] = 'passed'
        except AssertionError as error:
            replies[name] = f'failed {error}'
print(json.dumps(replies))
