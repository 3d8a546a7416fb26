import { describe, expect, it } from 'vitest';
import { buildPrompt } from '../../src/generators/prompt.js';
import * as generators from '../../src/index.js';
import { promptDigests } from './digest.mjs';

describe('determinism', () => {
  it('gives the same bytes on every machine and Node version', async () => {
    expect(await promptDigests(generators as never, buildPrompt as never)).toMatchInlineSnapshot(`
      {
        "agentHistory {"language":"zh","lengths":[4000],"updates":5,"tokenizer":"characters"}": "14ba1f2c811d7e43",
        "agentHistory {"lengths":[3000],"hops":[1,3],"controls":["flat","changes","facts"]}": "9b76214f54cc7b95",
        "aggregation {"language":"zh","lengths":[3000],"tasks":"count"}": "e1029321347f7e47",
        "aggregation {"lengths":[3000],"seeds":2}": "d8570d1b1caf9c23",
        "ancestralTrace {"language":"zh","tasks":"open","lengths":[3000]}": "b540d4436fd00d44",
        "ancestralTrace {"steps":4,"tasks":["ancestor","distance"],"chains":2,"boxed":true,"examples":4,"reasoning":true}": "9b441e7e9bf331ac",
        "ancestralTrace {"steps":[2,9],"chains":3,"distractors":4}": "ae156c0826c692f0",
        "countingStars {"haystack":"prose","tokenizer":"characters","stars":4,"lengths":[9000],"subject":"the owl"}": "a2285bed56667d8b",
        "countingStars {"haystack":"prose","tokenizer":"cl100k_base","stars":32,"lengths":[9000],"order":"ascending"}": "d0f246946bacbdfc",
        "countingStars {"language":"ko","stars":8,"lengths":[6000],"tasks":["sum"],"positions":"jitter"}": "0e68792a676914a7",
        "countingStars {"language":"ru","stars":8,"lengths":[6000],"tasks":["corrections"],"distractors":5}": "d5cfbb43c491c4f0",
        "countingStars {"language":"zh","stars":16,"lengths":[6000],"tasks":["acquisition","reasoning"]}": "c506014a28dfd348",
        "countingStars {"tokenizer":"claude","stars":4,"lengths":[4000],"positions":[0,0.25,0.3,1]}": "022321d3f2d3fa3c",
        "countingStars {"versions":["8-4"],"maxTokens":16000,"seeds":2}": "733c4ab2efef5f32",
        "graphWalks {"language":"zh","lengths":[3000],"degree":3,"tasks":"bfs","steps":2,"tokenizer":"characters"}": "1a574db409d02624",
        "graphWalks {"lengths":[3000],"steps":[1,3],"seeds":2}": "d3bb17d508a700aa",
        "keyValueRetrieval {"lengths":[3000],"queryAware":true}": "5b787dcab5f4a6fa",
        "keyValueRetrieval {"pairs":[20],"seeds":2}": "dfad76c5875c49aa",
        "latestValue {"updates":4,"keys":6,"asked":2,"order":"by key","language":"zh","valueLength":3}": "d1400f4ea180e843",
        "latestValue {"updates":[2,24],"keys":5,"seeds":2}": "e20a86c925ac9051",
        "longBenchPro {"published":"examples/long-bench-pro.json","language":"zh","thinking":true}": "b27f40c88a65407b",
        "longBenchPro {"published":"examples/long-bench-pro.json"}": "a6942236f9d076fe",
        "longBenchV2 {"published":"examples/long-bench-v2.json"}": "8459bdd3c78506e9",
        "mrcr {"needles":[2,8],"indices":[0,1],"lengths":[6000],"seeds":2}": "a66f2f472630d566",
        "mrcr {"version":2,"needles":[2,8],"indices":[1],"lengths":[9000],"seeds":2}": "3f2bfb7cd834f2d1",
        "multiDocumentQa {"documents":[5],"questions":2,"shuffleDistractors":true}": "710ab913715e7042",
        "multiDocumentQa {"language":"zh","documents":[3],"questions":2}": "c06f12785c551c7d",
        "needleBench {"language":"zh","lengths":[4000],"depths":1,"distractors":2,"shuffle":"sentences"}": "94054dac385cc4f2",
        "needleBench {"language":"zh","lengths":[4000],"depths":2}": "491a26b46a5e2085",
        "needleBench {"scoring":"opencompass-2","lengths":[3000],"layout":"depths","gap":0.1,"questionFirst":true}": "97319f1bb4c0225d",
        "needleInAHaystack {"lengths":[4000],"depths":2,"evidence":2,"distractors":4,"shuffle":"sentences"}": "7e3b5d9bea5b36a4",
        "needleInAHaystack {"lengths":[4000],"depths":3,"spacing":"sigmoid","evidence":[1,3]}": "a8d27eee3217ba46",
        "nolima {"language":"zh","lengths":[2000],"depths":1,"choice":true}": "540ad5ea58f137b1",
        "nolima {"lengths":[2000],"depths":1,"distractors":4,"shuffle":"sentences"}": "fbad984709df50ae",
        "nolima {"lengths":[250,1000],"depths":2,"tasks":["one-hop","two-hop","direct"]}": "f0e4bdf37648b052",
        "ownDocuments {"questions":"examples/own-pipeline/questions.jsonl","documents":"examples/own-pipeline/documents.jsonl","counts":[7],"examples":2,"distractors":"similar","order":"shuffled","depths":3}": "2178622d9e4ac42a",
        "ownDocuments {"questions":"examples/own-pipeline/questions.jsonl","documents":"examples/own-pipeline/documents.jsonl","lengths":[1000,6000],"examples":2}": "34575299d7dc8413",
        "ownHistory {"sessions":"examples/own-history/claude-code.jsonl","lengths":[3000],"seeds":2,"asked":4}": "bd6d23188e5b7d59",
        "ownHistory {"sessions":"examples/own-history/openai.jsonl","lengths":[2500],"recorded":"sent"}": "ad416c7302683b65",
        "repeatedWords {"language":"zh","lengths":[2000],"indices":[0]}": "317bfcdaf68f1607",
        "repeatedWords {"words":[30],"depths":3,"wordPair":["golden","Golden"]}": "9297c0434dccdca5",
        "ruler {"lengths":[4096]}": "e6252b3e05964f65",
        "ruler {"tasks":"niah","lengths":[4096],"niah":{"haystack":"needles","keyCount":3,"valueCount":2}}": "c29fc6e43b74856e",
        "rulerV2 {"mmlu":"examples/ruler-v2/mmlu.jsonl","hotpotqa":"examples/ruler-v2/hotpotqa.json","lengths":[1500]}": "9cf75ad4fd1721d9",
      }
    `);
  });
});
