import {
  Box3,
  PerspectiveCamera,
  Spherical,
  Scene as ThreeScene,
  Vector2,
  Vector3,
  VSMShadowMap,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Quality } from "../document/state";
import { type Frame, type Kept, PER_POINT, type Scene } from "../engine/protocol";
import type { Document, MapInfo } from "../engine/types";
import type { Range } from "../inspect/statistics";
import { Before } from "./before";
import { Bodies } from "./bodies";
import { Cloth } from "./cloth";
import { FringeView } from "./fringe";
import type { LookFrom } from "./look-keys";
import { MapMaterial } from "./map-material";
import { Marks } from "./marks";
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

/** Panels by id, each of a kind. */
export interface PanelMarks {
  chosen: ReadonlySet<string>;
  frozen: ReadonlySet<string>;
  hidden: ReadonlySet<string>;
}

/** From a little above and to the side, as one looks at a form in a shop. */
const VIEW_FROM = new Vector3(0.5, 0.36, 1).normalize();

/** Below 1: the corners of a bounding box are mostly air. Nearer, a mannequin's head is behind the bar above the picture. */
const FILL = 0.78;

/** Pixels drawn for one of the page's at most: beyond, nobody sees more of the cloth, and every frame takes longer. */
const FINEST = 2;

/** What the bar above the picture takes of its height, pixels. On a phone the view is low, and a head would be behind it. */
const BAR_PX = 60;

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
  /** A frame of cloth that is not on the stage yet. */
  #early: Frame | null = null;
  #queued = 0;
  #drawn = 0;
  /** What the camera was last set up for; another garment or other bodies deserve another look, an edit does not. */
  #framedFor = "";
  /** Whether everything is looked at still, as it was framed: somebody who has looked around is left where they are. */
  #isFramed = false;
  #floorM: number | null = null;
  #shownBodies: Scene["bodies"] | null = null;
  readonly #fringe = new FringeView();
  readonly #mapMaterial = new MapMaterial();
  #map: MapInfo | null = null;
  #values: Float32Array | null = null;
  #before: Before | null = null;
  #panels: PanelMarks | null = null;
  #size = new Vector2();

  /** Lines and dots on the running cloth. */
  readonly marks = new Marks();
  /** Called after each new frame of cloth is in place, before it is drawn. */
  readonly onCloth = new Set<(cloth: Cloth) => void>();
  /** Called after each drawing: whoever puts something beside the picture has to follow the camera. */
  readonly onDrawn = new Set<() => void>();

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
    this.controls.addEventListener("start", () => {
      this.#isFramed = false;
    });

    this.scene.add(this.#studio.group, this.#bodies.group, this.#fringe.group, this.marks.group);
    this.setLook(look);
    this.#resizes = new ResizeObserver(() => this.#resize(container));
    this.#resizes.observe(container);
    this.#resize(container);
  }

  get cloth(): Cloth | null {
    return this.#cloth;
  }

  /** The values of the shown map at the points of the running cloth; null until they have come. */
  get values(): Float32Array | null {
    return this.#values;
  }

  get before(): Before | null {
    return this.#before;
  }

  setLook(look: Look): void {
    this.#look = look;
    this.#renderer.setPixelRatio(this.#sharpness());
    this.#studio.setLook(this.#renderer, this.scene, look);
    this.#bodies.setQuality(look.quality);
    this.#before?.setQuality(look.quality);
    this.#renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  /** Pixels drawn for one of the page's. A context that began plain cannot smooth edges; the fine picture then has twice as many. */
  #sharpness(): number {
    if (this.#look.quality === "plain") return 1;
    const isSmooth = this.#renderer.getContextAttributes().antialias;
    return Math.min(isSmooth ? devicePixelRatio : Math.max(devicePixelRatio, FINEST), FINEST);
  }

  showScene(scene: Scene, floorM: number | null, name: string): void {
    if (this.#cloth) {
      this.scene.remove(this.#cloth.mesh);
      this.#cloth.dispose();
    }
    this.#cloth = new Cloth(scene);
    this.#values = null;
    if (this.#map) this.#cloth.showMap(this.#mapMaterial);
    if (this.#panels) this.markPanels(this.#panels);
    this.canvas.dataset.scene = String(scene.generation);
    this.scene.add(this.#cloth.mesh);
    // Cloth that was torn or cut has the bodies of before.
    if (scene.bodies !== this.#shownBodies) this.#bodies.show(scene.bodies);
    this.#shownBodies = scene.bodies;
    this.#studio.setFloor(floorM);
    this.#floorM = floorM;
    const shown = [name, ...scene.bodies.map((body) => body.id)].join();
    if (shown !== this.#framedFor) this.frameAll();
    this.#framedFor = shown;
    const early = this.#early;
    this.#early = null;
    if (early) this.#take(early);
  }

  /** Which panels are tinted, and which are left out. */
  markPanels({ hidden, ...marks }: PanelMarks): void {
    this.#panels = { hidden, ...marks };
    const seen = (panels: ReadonlySet<string>) => new Set([...panels].filter((id) => !hidden.has(id)));
    this.#cloth?.hide(hidden);
    this.#cloth?.mark("chosen", seen(marks.chosen));
    this.#cloth?.mark("frozen", seen(marks.frozen));
    this.#renderer.shadowMap.needsUpdate = true;
    this.invalidate();
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
    this.#fringe.setColours(document.fabrics.map((fabric) => fabric.look.colour));
    this.invalidate();
  }

  /** Shows a map in place of the fabrics, or the fabrics. Its values come with the next frame. */
  showMap(map: MapInfo | null, range: Range): void {
    if (map?.id !== this.#map?.id) this.#values = null;
    this.#map = map;
    if (map) this.#mapMaterial.set(map.scale, range);
    this.#cloth?.showMap(map && this.#mapMaterial);
    this.#before?.showMap(map, this.#mapMaterial);
    this.invalidate();
  }

  /** Puts cloth that was kept beside the running one, or takes it away. */
  showBefore(kept: Kept | null, document: Document | null): void {
    if (this.#before) {
      this.scene.remove(this.#before.group);
      this.#before.dispose();
    }
    this.#before = kept && document && new Before(kept, document, this.#look.quality);
    if (this.#before) {
      this.scene.add(this.#before.group);
      this.#before.showMap(this.#map, this.#mapMaterial);
    }
    this.#seeAsMuch();
    this.#renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  /** A place of the page in the coordinates of the camera, or null where the picture shows something else. */
  place({ clientX, clientY }: { clientX: number; clientY: number }): Vector2 | null {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const [x, y] = [(clientX - left) / width, (clientY - top) / height];
    const across = this.#before ? 2 * x - 1 : x;
    if (across < 0 || across > 1 || y < 0 || y > 1) return null;
    return new Vector2(across * 2 - 1, 1 - y * 2);
  }

  /** Where a place of the running cloth is in the picture, in pixels from its upper left corner; null behind the eye. */
  pixels(place: Vector3): Vector2 | null {
    const seen = place.clone().project(this.camera);
    if (seen.z > 1) return null;
    const { x: width, y: height } = this.#size;
    const across = (seen.x + 1) / 2;
    return new Vector2(width * (this.#before ? (1 + across) / 2 : across), (height * (1 - seen.y)) / 2);
  }

  frameAll(): void {
    const box = new Box3().setFromObject(this.#bodies.group);
    if (this.#cloth) box.union(this.#cloth.bounds());
    if (box.isEmpty()) return;
    if (this.#floorM !== null) box.expandByPoint(box.getCenter(new Vector3()).setY(this.#floorM));
    const centre = box.getCenter(new Vector3());
    const size = box.getSize(new Vector3());
    const radius = size.length() / 2;
    const below = Math.max(0.5, 1 - (2 * BAR_PX) / this.#size.y);
    const upright = size.y / 2 / (Math.tan((this.camera.fov * Math.PI) / 360) * below);
    const away = Math.max((radius * FILL) / Math.sin(this.#narrowest()), upright);
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(VIEW_FROM, away);
    this.#studio.centreOn(centre);
    this.#isFramed = true;
    this.#renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  get lookFrom(): LookFrom {
    return new Spherical().setFromVector3(this.camera.position.clone().sub(this.controls.target));
  }

  /** Looks at the same place from elsewhere, as near and as high as the pointer could come. */
  look({ theta, phi, radius }: LookFrom): void {
    const { target, minDistance, maxDistance, maxPolarAngle } = this.controls;
    const away = Math.min(Math.max(radius, minDistance), maxDistance);
    const from = new Spherical(away, Math.min(phi, maxPolarAngle), theta).makeSafe();
    this.camera.position.setFromSpherical(from).add(target);
    this.#isFramed = false;
    this.invalidate();
  }

  /** Asks for one drawing at the screen's next turn. */
  invalidate(): void {
    if (this.#queued) return;
    this.#queued = requestAnimationFrame(() => this.#draw());
    this.canvas.dataset.due = "";
  }

  dispose(): void {
    cancelAnimationFrame(this.#queued);
    this.#resizes.disconnect();
    this.controls.dispose();
    this.#cloth?.dispose();
    this.#fringe.dispose();
    this.#before?.dispose();
    this.#mapMaterial.dispose();
    this.marks.dispose();
    this.#renderer.dispose();
    this.canvas.remove();
  }

  #draw(): void {
    this.#queued = 0;
    const frame = this.#frames.takeFrame();
    if (frame) this.#take(frame);
    // With damping this reports a change until the camera has come to rest, which queues the next drawing.
    this.controls.update();
    if (this.#before) this.#drawBoth(this.#before);
    else this.#renderer.render(this.scene, this.camera);
    for (const each of this.onDrawn) each();
    // For tests and scripts: a picture taken now is the last one, until something changes.
    if (!this.#queued) delete this.canvas.dataset.due;
  }

  /** Shows a frame and gives it back. One of cloth that is yet to come is kept: while time stands still no other follows. */
  #take(frame: Frame): void {
    const { generation } = this.#cloth ?? { generation: -1 };
    if (frame.generation > generation) {
      if (this.#early) this.#frames.recycle(this.#early);
      this.#early = frame;
      return;
    }
    if (this.#cloth && frame.generation === generation) this.#showFrame(this.#cloth, frame);
    this.#frames.recycle(frame);
  }

  /** What was kept to the left, the running cloth to the right, seen by one camera. */
  #drawBoth(before: Before): void {
    const { x: width, y: height } = this.#size;
    const now = [this.#cloth?.mesh, this.#bodies.group, this.#fringe.group, this.marks.group].filter(
      (object) => object?.visible,
    );
    this.#renderer.setScissorTest(true);
    for (const isNow of [false, true]) {
      before.group.visible = !isNow;
      for (const object of now) if (object) object.visible = isNow;
      const left = isNow ? width / 2 : 0;
      this.#renderer.setViewport(left, 0, width / 2, height);
      this.#renderer.setScissor(left, 0, width / 2, height);
      // Each side has shadows of its own.
      this.#renderer.shadowMap.needsUpdate = true;
      this.#renderer.render(this.scene, this.camera);
    }
    this.#renderer.setScissorTest(false);
    this.#renderer.setViewport(0, 0, width, height);
  }

  #showFrame(cloth: Cloth, frame: Frame): void {
    cloth.show(frame.values);
    this.#fringe.show(frame.fringe);
    if (frame.bodies) this.#bodies.move(frame.bodies);
    if (frame.map !== null && frame.map === this.#map?.id) {
      this.#values = frame.values.slice((6 * frame.values.length) / PER_POINT);
      cloth.setValues(this.#values);
    }
    for (const each of this.onCloth) each(cloth);
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
    dataset.looseEnds = String(frame.fringe?.fabrics.length ?? 0);
    dataset.topMm = (top * 1000).toFixed(1);
  }

  #resize(container: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = container;
    if (width === 0 || height === 0) return;
    this.#renderer.setSize(width, height, false);
    const isFirst = this.#size.x === 0;
    this.#size.set(width, height);
    if (isFirst) this.#fitCamera();
    else this.#seeAsMuch();
    if (this.#isFramed) this.frameAll();
    this.invalidate();
  }

  /** Fits the camera to another size of its picture, from as far away as it takes to see as much as before. */
  #seeAsMuch(): void {
    const seen = Math.sin(this.#narrowest());
    this.#fitCamera();
    const { target } = this.controls;
    this.camera.position
      .sub(target)
      .multiplyScalar(seen / Math.sin(this.#narrowest()))
      .add(target);
  }

  #fitCamera(): void {
    const { x: width, y: height } = this.#size;
    // A view that is hidden has no size.
    if (width === 0 || height === 0) return;
    this.camera.aspect = (this.#before ? width / 2 : width) / height;
    this.camera.updateProjectionMatrix();
  }

  /** The smaller of the angles that are seen above and beside the middle, rad. */
  #narrowest(): number {
    const half = (this.camera.fov * Math.PI) / 360;
    return Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect));
  }
}
