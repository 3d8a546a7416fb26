import { describe, expect, it } from 'vitest';
import { buildPrompt } from '../../src/generators/prompt.js';
import * as generators from '../../src/index.js';
import { promptDigests } from './digest.mjs';

describe('determinism', () => {
  it('gives the same bytes on every machine and Node version', async () => {
    expect(await promptDigests(generators as never, buildPrompt as never)).toMatchInlineSnapshot(`
      {
        "agentHistory {"language":"zh","lengths":[4000],"updates":5,"tokenizer":"characters"}": "196be703fe70afed",
        "agentHistory {"lengths":[3000],"hops":[1,3],"controls":["flat","changes","facts"]}": "68a9f58e1b202289",
        "aggregation {"language":"zh","lengths":[3000],"tasks":"count"}": "e1029321347f7e47",
        "aggregation {"lengths":[3000],"seeds":2}": "5133c6e2ccca021c",
        "ancestralTrace {"language":"zh","tasks":"open","lengths":[3000]}": "3d333d44bd988222",
        "ancestralTrace {"steps":4,"tasks":["ancestor","distance"],"chains":2,"boxed":true,"examples":4,"reasoning":true}": "fea76c5a39e9f120",
        "ancestralTrace {"steps":[2,9],"chains":3,"distractors":4}": "2518410c96b2d9d5",
        "countingStars {"haystack":"prose","tokenizer":"characters","stars":4,"lengths":[9000],"subject":"the owl"}": "a2285bed56667d8b",
        "countingStars {"haystack":"prose","tokenizer":"cl100k_base","stars":32,"lengths":[9000],"order":"ascending"}": "d0f246946bacbdfc",
        "countingStars {"language":"ko","stars":8,"lengths":[6000],"tasks":["sum"],"positions":"jitter"}": "0e68792a676914a7",
        "countingStars {"language":"ru","stars":8,"lengths":[6000],"tasks":["corrections"],"distractors":5}": "d5cfbb43c491c4f0",
        "countingStars {"language":"zh","stars":16,"lengths":[6000],"tasks":["acquisition","reasoning"]}": "c506014a28dfd348",
        "countingStars {"tokenizer":"claude","stars":4,"lengths":[4000],"positions":[0,0.25,0.3,1]}": "022321d3f2d3fa3c",
        "countingStars {"versions":["8-4"],"maxTokens":16000,"seeds":2}": "be63fdec3ecb0b45",
        "graphWalks {"language":"zh","lengths":[3000],"degree":3,"tasks":"bfs","steps":2,"tokenizer":"characters"}": "1a574db409d02624",
        "graphWalks {"lengths":[3000],"steps":[1,3],"seeds":2}": "5e98414ab2baba91",
        "keyValueRetrieval {"lengths":[3000],"queryAware":true}": "5861011f087c5b7e",
        "keyValueRetrieval {"pairs":[20],"seeds":2}": "3e4fa816ecb8cdf2",
        "latestValue {"updates":4,"keys":6,"asked":2,"order":"by key","language":"zh","valueLength":3}": "d1400f4ea180e843",
        "latestValue {"updates":[2,24],"keys":5,"seeds":2}": "660d784b897b53a7",
        "longBenchPro {"published":"examples/long-bench-pro.json","language":"zh","thinking":true}": "b27f40c88a65407b",
        "longBenchPro {"published":"examples/long-bench-pro.json"}": "6f63a95d7089836b",
        "longBenchV2 {"published":"examples/long-bench-v2.json"}": "bb491b4a5794c2ea",
        "mrcr {"needles":[2,8],"indices":[0,1],"lengths":[6000],"seeds":2}": "943bdcc580b32c59",
        "mrcr {"version":2,"needles":[2,8],"indices":[1],"lengths":[9000],"seeds":2}": "af7d5cfb3ec58592",
        "multiDocumentQa {"documents":[5],"questions":2,"shuffleDistractors":true}": "4268a78222e981ba",
        "multiDocumentQa {"language":"zh","documents":[3],"questions":2}": "a5c6a5e9a2bd4e8d",
        "needleBench {"language":"zh","lengths":[4000],"depths":1,"distractors":2,"shuffle":"sentences"}": "42283aaac0978fbb",
        "needleBench {"language":"zh","lengths":[4000],"depths":2}": "ef56e502e8692f01",
        "needleBench {"scoring":"opencompass-2","lengths":[3000],"layout":"depths","gap":0.1,"questionFirst":true}": "b752c27c61d9af03",
        "needleInAHaystack {"lengths":[4000],"depths":2,"evidence":2,"distractors":4,"shuffle":"sentences"}": "7e3b5d9bea5b36a4",
        "needleInAHaystack {"lengths":[4000],"depths":3,"spacing":"sigmoid","evidence":[1,3]}": "ef0670166f9f4664",
        "nolima {"language":"zh","lengths":[2000],"depths":1,"choice":true}": "4fae08cea61df8fe",
        "nolima {"lengths":[2000],"depths":1,"distractors":4,"shuffle":"sentences"}": "a103bbfbe1d17085",
        "nolima {"lengths":[250,1000],"depths":2,"tasks":["one-hop","two-hop","direct"]}": "e5010184b216c4a3",
        "ownDocuments {"questions":"examples/own-pipeline/questions.jsonl","documents":"examples/own-pipeline/documents.jsonl","counts":[7],"examples":2,"distractors":"similar","order":"shuffled","depths":3}": "67970eca8be94e5d",
        "ownDocuments {"questions":"examples/own-pipeline/questions.jsonl","documents":"examples/own-pipeline/documents.jsonl","lengths":[1000,6000],"examples":2}": "52d6625ed8590b7a",
        "ownHistory {"sessions":"examples/own-history/claude-code.jsonl","lengths":[3000],"seeds":2,"asked":4}": "dbe531c428531242",
        "ownHistory {"sessions":"examples/own-history/openai.jsonl","lengths":[2500],"recorded":"sent"}": "ad416c7302683b65",
        "repeatedWords {"language":"zh","lengths":[2000],"indices":[0]}": "317bfcdaf68f1607",
        "repeatedWords {"words":[30],"depths":3,"wordPair":["golden","Golden"]}": "9297c0434dccdca5",
        "ruler {"lengths":[4096]}": "c6937d3bf08d6d74",
        "ruler {"tasks":"niah","lengths":[4096],"niah":{"haystack":"needles","keyCount":3,"valueCount":2}}": "c29fc6e43b74856e",
        "rulerV2 {"mmlu":"examples/ruler-v2/mmlu.jsonl","hotpotqa":"examples/ruler-v2/hotpotqa.json","lengths":[1500]}": "2f61d924c00a17bb",
      }
    `);
  });
});
