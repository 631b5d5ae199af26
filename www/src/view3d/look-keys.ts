import type { Stage } from "./stage";

/** From where the middle of the picture is looked at: turned about the upright and from straight above, rad, and how far away, m. */
export interface LookFrom {
  theta: number;
  phi: number;
  radius: number;
}

const TURN = Math.PI / 12;
const QUARTER = Math.PI / 2;
/** Turns are sums of steps: one that has come to the quarter but for rounding is there. */
const ROUNDING = 1e-6;
const NEARER = 0.85;

/** Which way a key goes: around to the right, upwards, and nearer. */
const KEYS: Record<string, readonly [around: number, up: number, nearer: number]> = {
  ArrowRight: [1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  "+": [0, 0, 1],
  "=": [0, 0, 1],
  "-": [0, 0, -1],
};

/** From where a key has one look next; with Shift straight from the front, a side or the back. Null for other keys. */
export function nextLook(from: LookFrom, key: string, shift: boolean): LookFrom | null {
  const way = KEYS[key];
  if (!way) return null;
  const [around, up, nearer] = way;
  const quarters = from.theta / QUARTER;
  const next = around > 0 ? Math.floor(quarters + ROUNDING) + 1 : Math.ceil(quarters - ROUNDING) - 1;
  return {
    theta: shift && around !== 0 ? next * QUARTER : from.theta + around * TURN,
    phi: from.phi - up * TURN,
    radius: from.radius * NEARER ** nearer,
  };
}

/** Looks around by keys while the 3D view has the focus: without a pointer nobody would see a garment's back. */
export function lookingByKeys(stage: Stage): () => void {
  const { canvas } = stage;
  const key = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextLook(stage.lookFrom, event.key, event.shiftKey);
    if (!next) return;
    stage.look(next);
    event.preventDefault();
    event.stopPropagation();
  };
  canvas.addEventListener("keydown", key);
  return () => canvas.removeEventListener("keydown", key);
}
