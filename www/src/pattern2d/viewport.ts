import { signal } from "@preact/signals";
import type { Box, Vec } from "./vec";

const SMALLEST = 0.02;
const LARGEST = 40;
/** Pixels that tools, names and hints take at the edges of the view. */
const EDGES = { left: 84, right: 40, top: 66, bottom: 92 };
const SMALL_EDGES = { left: 60, right: 16, top: 52, bottom: 52 };
const NARROW_PX = 400;

/** Which part of the table is seen: the point in the middle, and pixels per millimetre. y runs upwards on the table. */
export class Viewport {
  readonly centre = signal<Vec>([0, 0]);
  readonly scale = signal(0.5);
  readonly size = signal<Vec>([1, 1]);

  /** What was last fitted into the view; null once the user has moved or zoomed the table. */
  #fitted: { box: Box | null } | null = null;

  /** Whether the view shows what it was made to show: nobody has gone elsewhere on the table. */
  get isFitted(): boolean {
    return this.#fitted !== null;
  }

  /** The view got another size: what filled it before fills it again, unless the user had gone elsewhere. */
  resize(size: Vec): void {
    this.size.value = size;
    if (this.#fitted) this.fit(this.#fitted.box);
  }

  toTable([x, y]: Vec): Vec {
    const [cx, cy] = this.centre.peek();
    const [w, h] = this.size.peek();
    const k = this.scale.peek();
    return [cx + (x - w / 2) / k, cy - (y - h / 2) / k];
  }

  toScreen([x, y]: Vec): Vec {
    const [cx, cy] = this.centre.value;
    const [w, h] = this.size.value;
    const k = this.scale.value;
    return [(x - cx) * k + w / 2, h / 2 - (y - cy) * k];
  }

  pan(dx: number, dy: number): void {
    this.#fitted = null;
    const [cx, cy] = this.centre.peek();
    const k = this.scale.peek();
    this.centre.value = [cx - dx / k, cy + dy / k];
  }

  /** Comes closer by a factor; what is under the point stays there. */
  zoom(factor: number, at: Vec = [this.size.peek()[0] / 2, this.size.peek()[1] / 2]): void {
    this.#fitted = null;
    const before = this.toTable(at);
    this.scale.value = Math.min(LARGEST, Math.max(SMALLEST, this.scale.peek() * factor));
    const after = this.toTable(at);
    const [cx, cy] = this.centre.peek();
    this.centre.value = [cx + before[0] - after[0], cy + before[1] - after[1]];
  }

  /** Shows a box as large as the room between the bars at the edges allows. */
  fit(box: Box | null): void {
    this.#fitted = { box };
    const [w, h] = this.size.peek();
    // A small view has no room to give away.
    const edges = w < NARROW_PX ? SMALL_EDGES : EDGES;
    const { min, max } = box ?? { min: [-300, -300], max: [300, 300] };
    const [bw, bh] = [Math.max(50, max[0] - min[0]), Math.max(50, max[1] - min[1])];
    const [rw, rh] = [w - edges.left - edges.right, h - edges.top - edges.bottom];
    const k = Math.min(LARGEST, Math.max(SMALLEST, Math.min(rw / bw, rh / bh)));
    this.scale.value = k;
    this.centre.value = [
      (min[0] + max[0]) / 2 - (edges.left - edges.right) / (2 * k),
      (min[1] + max[1]) / 2 + (edges.top - edges.bottom) / (2 * k),
    ];
  }
}
