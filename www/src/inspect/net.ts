import { cornersOf, gap, placeOf, pointAt, type Spot, type Surface, type Vec3 } from "./anchor";
import { shortest } from "./heap";
import { remembered } from "./remembered";

/** A place where a line may pass: on an edge between two points, `part` of the way from the first to the second. */
export interface Crossing {
  a: number;
  b: number;
  part: number;
}

/** Where a crossing is, m. */
function between({ positions }: Surface, { a, b, part }: Crossing): Vec3 {
  const [from, to] = [pointAt(positions, a), pointAt(positions, b)];
  const at = (axis: 0 | 1 | 2) => from[axis] + (to[axis] - from[axis]) * part;
  return [at(0), at(1), at(2)];
}

/** Triangles one after the other, each of which shares an edge with the next. */
export type Sleeve = readonly number[];

/**
 * Some triangles with their edges divided: a graph whose shortest ways come near to straight lines on the cloth. Points in one
 * place are one, so that a sewn seam is an edge like any other.
 */
export class Net {
  readonly #view: Surface;
  readonly #crossings: Crossing[] = [];
  readonly #places: Vec3[] = [];
  /** The crossings on the border of each triangle, and the triangles around each crossing. */
  readonly #border = new Map<number, number[]>();
  readonly #around: number[][] = [];
  readonly #corners = new Map<number, number[]>();
  readonly #at = new Map<number, number[]>();

  constructor(
    [view, same]: readonly [Surface, Uint32Array],
    triangles: readonly number[],
    divisions: number,
  ) {
    this.#view = view;
    const corners = new Map<number, number>();
    const edges = new Map<number, number[]>();
    for (const triangle of triangles) {
      const points = cornersOf(view.scene, triangle).map((point) => same[point] as number);
      this.#corners.set(triangle, points);
      const nodes: number[] = [];
      points.forEach((corner, k) => {
        const next = points[(k + 1) % 3] as number;
        const [a, b] = corner < next ? [corner, next] : [next, corner];
        remembered(this.#at, corner, (): number[] => []).push(triangle);
        const inner = remembered(edges, a * view.scene.pointCount + b, () =>
          Array.from({ length: divisions }, (_, n) => this.#add({ a, b, part: (n + 1) / (divisions + 1) })),
        );
        nodes.push(
          remembered(corners, corner, () => this.#add({ a: corner, b: corner, part: 0 })),
          ...inner,
        );
      });
      this.#border.set(triangle, nodes);
      for (const node of nodes) this.#around[node]?.push(triangle);
    }
  }

  #add(crossing: Crossing): number {
    this.#places.push(between(this.#view, crossing));
    this.#around.push([]);
    return this.#crossings.push(crossing) - 1;
  }

  cornersOf(triangle: number): readonly number[] {
    return this.#corners.get(triangle) ?? [];
  }

  /** The triangles that have all of these points. */
  #having(...points: number[]): number[] {
    const [first = -1] = points;
    const all = this.#at.get(first) ?? [];
    return all.filter((triangle) => points.every((point) => this.cornersOf(triangle).includes(point)));
  }

  /** From one triangle of a corner around it to another, beginning over the edge to `next`; null where cloth ends on the way. */
  turn(corner: number, [from, to]: readonly [number, number], next: number): number[] | null {
    const most = this.#having(corner).length;
    const passed = [from];
    let other = next;
    for (let here = from; here !== to; ) {
      const across = this.#having(corner, other).find((triangle) => triangle !== here);
      if (across === undefined || passed.length > most) return null;
      passed.push(across);
      other = this.cornersOf(across).find((point) => point !== corner && point !== other) as number;
      here = across;
    }
    return passed;
  }

  /** The crossings of the shortest way; null where there is none. */
  shortest(from: Spot, to: Spot): Crossing[] | null {
    const reach = (spot: Spot): [number, number][] => {
      const place = placeOf(this.#view, spot);
      const nodes = this.#border.get(spot.triangle) ?? [];
      return nodes.map((node) => [node, gap(place, this.#places[node] as Vec3)]);
    };
    const way = shortest(this.#crossings.length, reach(from), new Map(reach(to)), (node, each) => {
      for (const triangle of this.#around[node] ?? [])
        for (const next of this.#border.get(triangle) ?? [])
          if (next !== node) each(next, gap(this.#places[node] as Vec3, this.#places[next] as Vec3));
    });
    return way?.nodes.map((node) => this.#crossings[node] as Crossing) ?? null;
  }

  /** The triangles that a line over these crossings passes; null where cloth ends on the way around a corner. */
  sleeve(line: readonly Crossing[], from: number, to: number): Sleeve | null {
    const sleeve = [from];
    for (const [k, { a, b }] of line.entries()) {
      const here = sleeve.at(-1) as number;
      const next = line[k + 1];
      const wanted = next ? this.#having(a, b, next.a, next.b) : [to];
      if (wanted.includes(here)) continue;
      const [target] = wanted;
      if (target === undefined) return null;
      if (a !== b) {
        sleeve.push(target);
        continue;
      }
      const turns = this.cornersOf(here)
        .filter((point) => point !== a)
        .map((point) => this.turn(a, [here, target], point));
      const turn = turns.find((each) => each !== null);
      if (!turn) return null;
      sleeve.push(...turn.slice(1));
    }
    return sleeve;
  }
}
