/** What comes next, by its distance. */
export class Heap {
  readonly #keys: number[] = [];
  readonly #items: number[] = [];

  get size(): number {
    return this.#items.length;
  }

  push(item: number, key: number): void {
    const [keys, items] = [this.#keys, this.#items];
    let k = items.length;
    keys.push(key);
    items.push(item);
    while (k > 0) {
      const parent = (k - 1) >> 1;
      if ((keys[parent] as number) <= key) break;
      this.#swap(k, parent);
      k = parent;
    }
  }

  /** The nearest item; the heap must not be empty. */
  pop(): number {
    const [keys, items] = [this.#keys, this.#items];
    this.#swap(0, items.length - 1);
    keys.pop();
    const item = items.pop() as number;
    for (let k = 0; ; ) {
      const [left, right] = [2 * k + 1, 2 * k + 2];
      let least = k;
      if (left < items.length && (keys[left] as number) < (keys[least] as number)) least = left;
      if (right < items.length && (keys[right] as number) < (keys[least] as number)) least = right;
      if (least === k) return item;
      this.#swap(k, least);
      k = least;
    }
  }

  #swap(a: number, b: number): void {
    const [keys, items] = [this.#keys, this.#items];
    [keys[a], keys[b]] = [keys[b] as number, keys[a] as number];
    [items[a], items[b]] = [items[b] as number, items[a] as number];
  }
}

/** A way over a graph: the nodes that it passes, and its length with what leads to the first and from the last. */
export interface Way {
  nodes: number[];
  length: number;
}

/** The shortest way from some nodes to some others, or null if there is none. */
export function shortest(
  count: number,
  starts: readonly (readonly [node: number, distance: number])[],
  ends: ReadonlyMap<number, number>,
  neighbours: (node: number, each: (to: number, length: number) => void) => void,
): Way | null {
  const distance = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(count).fill(-1);
  const done = new Uint8Array(count);
  const heap = new Heap();
  for (const [node, length] of starts) {
    if (length >= (distance[node] as number)) continue;
    distance[node] = length;
    heap.push(node, length);
  }
  let [best, whole] = [-1, Number.POSITIVE_INFINITY];
  while (heap.size > 0) {
    const node = heap.pop();
    if (done[node]) continue;
    done[node] = 1;
    const here = distance[node] as number;
    if (here >= whole) break;
    const rest = ends.get(node);
    if (rest !== undefined && here + rest < whole) {
      whole = here + rest;
      best = node;
    }
    neighbours(node, (to, length) => {
      const there = here + length;
      if (there >= (distance[to] as number)) return;
      distance[to] = there;
      from[to] = node;
      heap.push(to, there);
    });
  }
  if (best < 0) return null;
  const nodes: number[] = [];
  for (let node = best; node >= 0; node = from[node] as number) nodes.push(node);
  return { nodes: nodes.reverse(), length: whole };
}
