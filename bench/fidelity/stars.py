"""Prompts of Counting-Stars: its notebook is run as it stands there, but with the essays in the order of their names."""

import contextlib
import json
import os
import re
import sys
import tempfile
from pathlib import Path

checkout = Path(sys.argv[1]).resolve()
cells = json.loads((checkout / "gen_test_data.ipynb").read_text())["cells"]
source = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
# Packages that no prompt needs.
source = re.sub(r"^(import (uuid|pandas|jsonlines|requests)\b.*|from tqdm .*)$", "", source, flags=re.M)
source = re.sub(r"glob\.glob\(([^)]*)\)", r"sorted(glob.glob(\1))", source)
with tempfile.TemporaryDirectory() as folder:
    os.symlink(checkout / "context_data", Path(folder) / "context_data")
    os.mkdir(Path(folder) / "test_data")
    os.chdir(folder)
    with contextlib.redirect_stdout(sys.stderr):
        exec(compile(source, "gen_test_data.ipynb", "exec"), {"__name__": "__main__"})
    for line in sys.stdin:
        request = json.loads(line)
        language, task = request["language"].upper(), request["task"]
        name = f"Counting_Stars_{language}_multi-evidence-retrieval-{task}_128000_32_32.jsonl"
        records = [json.loads(one) for one in open(Path("test_data") / name, encoding="utf-8")]
        value = [{key: one[key] for key in ("question", "retrieval_question")} for one in records]
        print(json.dumps({"value": value}))
    os.chdir("/")
