import {
  BoxGeometry,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Lattice, Rigid, SwatchFrame } from "./protocol";
import { Yarns } from "./yarns";

/** The view of a swatch: its yarns and what holds them. It draws when something changed and at no other time. */
export class SwatchStage {
  readonly canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #camera = new PerspectiveCamera(26, 1, 0.005, 5);
  readonly #controls: OrbitControls;
  readonly #scene = new Scene();
  readonly #resizes: ResizeObserver;
  readonly #brass = new MeshStandardMaterial({
    color: "#b9a27a",
    roughness: 0.45,
    metalness: 0.15,
  });
  #yarns: Yarns | null = null;
  #bodies: Mesh[] = [];
  #queued = 0;

  constructor(container: HTMLElement) {
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true });
    this.canvas = this.#renderer.domElement;
    container.append(this.canvas);
    const key = new DirectionalLight("#fff6e8", 2.4);
    key.position.set(-0.45, 0.65, 0.62);
    this.#scene.add(key, new HemisphereLight("#fffaf2", "#8a8178", 1.3));
    this.#controls = new OrbitControls(this.#camera, this.canvas);
    this.#controls.addEventListener("change", () => this.invalidate());
    this.#resizes = new ResizeObserver(() => this.#resize(container));
    this.#resizes.observe(container);
    this.#resize(container);
  }

  /** Makes room for a swatch and looks at it from the front, a little from the side. */
  open(lattice: Lattice): void {
    this.#clear();
    this.#yarns = new Yarns(lattice);
    this.#scene.add(this.#yarns.mesh);
    const [width, height] = [lattice.warps * lattice.spacing_m, lattice.wefts * lattice.spacing_m];
    const half = Math.tan((this.#camera.fov * Math.PI) / 360);
    const far = Math.max((1.75 * width) / this.#camera.aspect, 2.2 * height) / (2 * half);
    this.#controls.target.set(0, -0.12 * height, 0);
    this.#camera.position.set(0.28 * far, 0.14 * far, far);
    this.#controls.update();
    this.invalidate();
  }

  show(frame: SwatchFrame): void {
    this.#yarns?.show(frame.yarns);
    frame.bodies.forEach((body, k) => {
      this.#place(k, body);
    });
    this.canvas.dataset.simulatedS = String(frame.report?.time_s ?? 0);
    this.invalidate();
  }

  invalidate(): void {
    this.#queued ||= requestAnimationFrame(() => {
      this.#queued = 0;
      this.#renderer.render(this.#scene, this.#camera);
    });
  }

  dispose(): void {
    cancelAnimationFrame(this.#queued);
    this.#resizes.disconnect();
    this.#controls.dispose();
    this.#clear();
    this.#brass.dispose();
    this.#renderer.dispose();
    this.canvas.remove();
  }

  #place(k: number, { ball, size_m: [x, y, z], position_m, turn }: Rigid): void {
    let mesh = this.#bodies[k];
    if (!mesh) {
      const geometry = ball ? new SphereGeometry(x, 40, 24) : new BoxGeometry(2 * x, 2 * y, 2 * z);
      mesh = new Mesh(geometry, this.#brass);
      this.#bodies[k] = mesh;
      this.#scene.add(mesh);
    }
    mesh.position.set(...position_m);
    mesh.quaternion.set(...turn);
  }

  #clear(): void {
    if (this.#yarns) this.#scene.remove(this.#yarns.mesh);
    this.#yarns?.dispose();
    this.#yarns = null;
    for (const body of this.#bodies) {
      this.#scene.remove(body);
      body.geometry.dispose();
    }
    this.#bodies = [];
  }

  #resize(container: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = container;
    if (width === 0 || height === 0) return;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(width, height);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.invalidate();
  }
}
