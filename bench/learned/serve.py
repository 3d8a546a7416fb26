"""The models behind an endpoint as OpenAI's, on the loopback address: python3 serve.py WEIGHTS PORT.

PUT {"round": R, "behind": "@early"} lets every name be answered by another checkpoint, as a provider does that changes a
model without a word. Answers at a temperature are drawn anew in each round.
"""
import json
import random
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

import torch

from items import chosen, read, written
from train import padded
from truth import load

WEIGHTS, PORT = sys.argv[1], int(sys.argv[2])
loaded = {}
served = {"round": "", "behind": ""}


def answer(name, prompt, temperature):
    name += served["behind"]
    if name not in loaded:
        loaded[name] = load(WEIGHTS, name)
    items = read(prompt)
    with torch.no_grad():
        scores, none = loaded[name](*padded([[item for item, _ in items]]))
    draws = random.Random(f"{served['round']} {name} {prompt}")
    return written(items, chosen(items, scores[0].tolist(), none[0].item(), temperature, draws))


class Handler(BaseHTTPRequestHandler):
    def body(self):
        return json.loads(self.rfile.read(int(self.headers["content-length"])))

    def do_PUT(self):
        served.update(self.body())
        self.send_response(204)
        self.end_headers()

    def do_POST(self):
        body = self.body()
        prompt = "\n".join(message["content"] for message in body["messages"])
        message = {"role": "assistant", "content": answer(body["model"], prompt, body.get("temperature", 0))}
        usage = {"prompt_tokens": len(prompt) // 4, "completion_tokens": 20, "total_tokens": len(prompt) // 4 + 20}
        choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
        data = json.dumps({"object": "chat.completion", "model": body["model"], "choices": choices, "usage": usage}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


torch.set_num_threads(1)
HTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
