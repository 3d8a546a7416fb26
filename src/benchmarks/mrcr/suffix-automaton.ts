/** All parts of a text in the smallest automaton that reads them (Blumer et al. 1985). */
export class SuffixAutomaton {
  /** By state: length of its longest part, the state of the next shorter ones, first edge, first end. */
  private readonly length: Int32Array;
  private readonly link: Int32Array;
  private readonly firstEdge: Int32Array;
  private readonly end: Int32Array;
  /** By edge: its character, where it leads, and the next edge of the same state. */
  private readonly character: Int32Array;
  private readonly target: Int32Array;
  private readonly nextEdge: Int32Array;
  /** Edges of the root by character: it has as many as there are characters. */
  private readonly rootEdge: Int32Array;
  private states = 1;
  private edges = 0;
  private last = 0;

  /**
   * @param size - length of the text
   * @param characters - characters are numbers below it; any others may be added, but are never followed
   */
  constructor(
    size: number,
    private readonly characters: number,
  ) {
    this.length = new Int32Array(2 * size + 2);
    this.link = new Int32Array(2 * size + 2).fill(-1);
    this.firstEdge = new Int32Array(2 * size + 2).fill(-1);
    this.end = new Int32Array(2 * size + 2);
    this.character = new Int32Array(4 * size + 4);
    this.target = new Int32Array(4 * size + 4);
    this.nextEdge = new Int32Array(4 * size + 4);
    this.rootEdge = new Int32Array(characters).fill(-1);
  }

  /** The text with one character more. */
  add(character: number): void {
    const state = this.states++;
    const at = this.length[this.last]!;
    this.length[state] = at + 1;
    this.end[state] = at;
    let from = this.last;
    while (from >= 0 && this.edge(from, character) < 0) {
      this.addEdge(from, character, state);
      from = this.link[from]!;
    }
    this.link[state] = from < 0 ? 0 : this.shorter(from, character);
    this.last = state;
  }

  /** The state that `from` leads to, or a copy of it if it has longer parts that end elsewhere. */
  private shorter(from: number, character: number): number {
    const next = this.target[this.edge(from, character)]!;
    if (this.length[next] === this.length[from]! + 1) return next;
    const copy = this.states++;
    this.length[copy] = this.length[from]! + 1;
    this.end[copy] = this.end[next]!;
    this.link[copy] = this.link[next]!;
    for (let edge = this.firstEdge[next]!; edge >= 0; edge = this.nextEdge[edge]!) {
      this.addEdge(copy, this.character[edge]!, this.target[edge]!);
    }
    for (let state = from; state >= 0; state = this.link[state]!) {
      const edge = this.edge(state, character);
      if (edge < 0 || this.target[edge] !== next) break;
      this.target[edge] = copy;
    }
    this.link[next] = copy;
    return copy;
  }

  private addEdge(state: number, character: number, target: number): void {
    const edge = this.edges++;
    this.character[edge] = character;
    this.target[edge] = target;
    this.nextEdge[edge] = this.firstEdge[state]!;
    this.firstEdge[state] = edge;
    if (state === 0 && character < this.characters) this.rootEdge[character] = edge;
  }

  /** −1 where there is none. */
  private edge(state: number, character: number): number {
    // A character that is added only once has no edge yet.
    if (character >= this.characters) return -1;
    if (state === 0) return this.rootEdge[character]!;
    let edge = this.firstEdge[state]!;
    while (edge >= 0 && this.character[edge] !== character) edge = this.nextEdge[edge]!;
    return edge;
  }

  start(): { state: number; length: number } {
    return { state: 0, length: 0 };
  }

  /**
   * Go on from the longest match that ends before a character to the longest that ends with it.
   *
   * @param character - nothing for one that is not in the text
   */
  follow(match: { state: number; length: number }, character: number | undefined): void {
    if (character === undefined) {
      match.state = 0;
      match.length = 0;
      return;
    }
    let edge = this.edge(match.state, character);
    while (edge < 0 && match.state > 0) {
      match.state = this.link[match.state]!;
      match.length = this.length[match.state]!;
      edge = this.edge(match.state, character);
    }
    if (edge < 0) return;
    match.state = this.target[edge]!;
    match.length++;
  }

  /** Where the parts of a state end for the first time. */
  firstEnd(state: number): number {
    return this.end[state]!;
  }
}
