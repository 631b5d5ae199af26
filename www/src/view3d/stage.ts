import { Box3, PerspectiveCamera, Scene as ThreeScene, Vector3, VSMShadowMap, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Quality } from "../document/state";
import type { Frame, Scene } from "../engine/protocol";
import type { Document } from "../engine/types";
import { Bodies } from "./bodies";
import { Cloth } from "./cloth";
import { Studio } from "./studio";

export interface Look {
  quality: Quality;
  dark: boolean;
}

/** Where frames come from and go back to. */
export interface FrameSource {
  takeFrame(): Frame | null;
  recycle(frame: Frame): void;
}

/** From a little above and to the side, as one looks at a form in a shop. */
const VIEW_FROM = new Vector3(0.5, 0.36, 1).normalize();

/** Below 1: the corners of a bounding box are mostly air, and the cloth may come close to the edge of the picture. */
const FILL = 0.7;

/** The 3D view. It draws when something changed and at no other time. */
export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly camera = new PerspectiveCamera(28, 1, 0.05, 40);
  readonly controls: OrbitControls;
  readonly scene = new ThreeScene();
  readonly #renderer: WebGLRenderer;
  readonly #studio = new Studio();
  readonly #bodies = new Bodies();
  readonly #frames: FrameSource;
  readonly #resizes: ResizeObserver;
  #cloth: Cloth | null = null;
  #look: Look;
  #queued = 0;
  #drawn = 0;
  /** What the camera was last set up for; another garment or other bodies deserve another look, an edit does not. */
  #framedFor = "";
  #floorM: number | null = null;

  /** Called after each new frame of cloth is in place, before it is drawn. */
  onCloth: (cloth: Cloth) => void = () => {};

  constructor(container: HTMLElement, frames: FrameSource, look: Look) {
    this.#frames = frames;
    this.#look = look;
    this.#renderer = new WebGLRenderer({ antialias: look.quality === "fine", alpha: true });
    this.#renderer.shadowMap.type = VSMShadowMap;
    // Turning the camera does not move a shadow; only new cloth or new light asks for it.
    this.#renderer.shadowMap.autoUpdate = false;
    this.canvas = this.#renderer.domElement;
    this.canvas.addEventListener("webglcontextrestored", () => this.invalidate());
    container.append(this.canvas);

    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.controls.dampingFactor = 0.12;
    this.controls.minDistance = 0.25;
    this.controls.maxDistance = 8;
    // Just above level: from under the floor there is nothing to see.
    this.controls.maxPolarAngle = Math.PI / 2 - 0.02;
    this.controls.addEventListener("change", () => this.invalidate());

    this.scene.add(this.#studio.group, this.#bodies.group);
    this.setLook(look);
    this.#resizes = new ResizeObserver(() => this.#resize(container));
    this.#resizes.observe(container);
    this.#resize(container);
  }

  get cloth(): Cloth | null {
    return this.#cloth;
  }

  setLook(look: Look): void {
    this.#look = look;
    this.#renderer.setPixelRatio(look.quality === "fine" ? Math.min(devicePixelRatio, 2) : 1);
    this.#studio.setLook(this.#renderer, this.scene, look);
    this.#bodies.setQuality(look.quality);
    this.#renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  showScene(scene: Scene, floorM: number | null, name: string): void {
    if (this.#cloth) {
      this.scene.remove(this.#cloth.mesh);
      this.#cloth.dispose();
    }
    this.#cloth = new Cloth(scene);
    this.canvas.dataset.scene = String(scene.generation);
    this.scene.add(this.#cloth.mesh);
    this.#bodies.show(scene.bodies);
    this.#studio.setFloor(floorM);
    this.#floorM = floorM;
    const shown = [name, ...scene.bodies.map((body) => body.id)].join();
    if (shown !== this.#framedFor) this.frameAll();
    this.#framedFor = shown;
  }

  /** An empty table has no cloth to show. */
  showCloth(shown: boolean): void {
    if (this.#cloth) this.#cloth.mesh.visible = shown;
    this.#renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  /** Colours and materials of the document's fabrics. */
  showFabrics(document: Document): void {
    this.#cloth?.setLook(document, this.#look.quality);
    this.invalidate();
  }

  frameAll(): void {
    const box = new Box3().setFromObject(this.#bodies.group);
    if (this.#cloth) box.union(this.#cloth.bounds());
    if (box.isEmpty()) return;
    if (this.#floorM !== null) box.expandByPoint(box.getCenter(new Vector3()).setY(this.#floorM));
    const centre = box.getCenter(new Vector3());
    const radius = box.getSize(new Vector3()).length() / 2;
    const half = (this.camera.fov * Math.PI) / 360;
    const narrowest = Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect));
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(VIEW_FROM, (radius * FILL) / Math.sin(narrowest));
    this.#studio.centreOn(centre);
    this.#renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  /** Asks for one drawing at the screen's next turn. */
  invalidate(): void {
    this.#queued ||= requestAnimationFrame(() => this.#draw());
  }

  dispose(): void {
    cancelAnimationFrame(this.#queued);
    this.#resizes.disconnect();
    this.controls.dispose();
    this.#cloth?.dispose();
    this.#renderer.dispose();
    this.canvas.remove();
  }

  #draw(): void {
    this.#queued = 0;
    const frame = this.#frames.takeFrame();
    if (frame && this.#cloth?.generation === frame.generation) this.#showFrame(this.#cloth, frame);
    if (frame) this.#frames.recycle(frame);
    // With damping this reports a change until the camera has come to rest, which queues the next drawing.
    this.controls.update();
    this.#renderer.render(this.scene, this.camera);
  }

  #showFrame(cloth: Cloth, frame: Frame): void {
    cloth.show(frame.values);
    this.onCloth(cloth);
    this.#renderer.shadowMap.needsUpdate = true;
    this.#report(cloth, frame);
  }

  /** What the picture shows, for tests and scripts that cannot read it from pixels. */
  #report(cloth: Cloth, frame: Frame): void {
    this.#drawn += 1;
    let top = Number.NEGATIVE_INFINITY;
    for (let i = 1; i < cloth.positions.length; i += 3) top = Math.max(top, cloth.positions[i] ?? top);
    const { dataset } = this.canvas;
    dataset.frames = String(this.#drawn);
    dataset.step = String(frame.step);
    dataset.simulatedS = frame.simulatedS.toFixed(4);
    if (frame.step > 0) dataset.firstMotionMs ??= performance.now().toFixed(0);
    dataset.topMm = (top * 1000).toFixed(1);
  }

  #resize(container: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = container;
    if (width === 0 || height === 0) return;
    this.#renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }
}
