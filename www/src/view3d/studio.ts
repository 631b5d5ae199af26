import {
  AmbientLight,
  BackSide,
  BoxGeometry,
  CanvasTexture,
  CircleGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  NeutralToneMapping,
  NoToneMapping,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShadowMaterial,
  type Texture,
  Vector3,
  type WebGLRenderer,
} from "three";
import type { Quality } from "../document/state";

/** Half the side of what shadows cover, metres: a garment on a person, with arms out. */
const SHADOW_REACH_M = 1.2;
const FLOOR_RADIUS_M = 4;

/** The room around the cloth: lights, what they reflect, and a floor that runs seamlessly into the backdrop. */
export class Studio {
  readonly group = new Group();
  readonly #key = new DirectionalLight("#fff8ee", 1);
  readonly #top = new DirectionalLight("#f2f4ff", 1);
  readonly #fill = new HemisphereLight("#fffaf2", "#8a8178", 1);
  readonly #ambient = new AmbientLight("#fff6ea", 0);
  readonly #floor = new Group();
  readonly #shadow: Mesh;
  readonly #pool = new MeshBasicMaterial({ transparent: true, depthWrite: false, toneMapped: false });
  readonly #shade = new ShadowMaterial({ transparent: true, depthWrite: false });
  #environment: Texture | null = null;

  constructor() {
    // The key is steep enough that folds shade each other, and from the side so that they are seen at all.
    aim(this.#key, new Vector3(-0.75, 2.9, 0.95));
    castFrom(this.#key, { mapSize: 640, softness: 10, depth: 0.85 });
    // Nearly straight down and very soft: it darkens what lies under something, as a bright ceiling would.
    aim(this.#top, new Vector3(0.15, 3, -0.2));
    castFrom(this.#top, { mapSize: 256, softness: 12, depth: 0.8 });
    this.group.add(
      this.#key,
      this.#key.target,
      this.#top,
      this.#top.target,
      this.#fill,
      this.#ambient,
      this.#floor,
    );

    const disc = new CircleGeometry(FLOOR_RADIUS_M, 64).rotateX(-Math.PI / 2);
    this.#pool.alphaMap = radialFade();
    const pool = new Mesh(disc, this.#pool);
    pool.renderOrder = -2;
    this.#shadow = new Mesh(disc, this.#shade);
    this.#shadow.receiveShadow = true;
    this.#shadow.renderOrder = -1;
    this.#floor.add(pool, this.#shadow);
  }

  /** Puts the lights over the middle of what is shown. */
  centreOn(centre: Vector3): void {
    for (const light of [this.#key, this.#top]) {
      light.position.add(centre).sub(light.target.position);
      light.target.position.copy(centre);
    }
  }

  setFloor(heightM: number | null): void {
    this.#floor.visible = heightM !== null;
    // A hair below, so that cloth lying flat on it is never half hidden.
    this.#floor.position.y = (heightM ?? 0) - 0.001;
  }

  setLook(renderer: WebGLRenderer, scene: Scene, look: { quality: Quality; dark: boolean }): void {
    const fine = look.quality === "fine";
    renderer.shadowMap.enabled = fine;
    // It takes off the haze that physical materials reflect; plain ones reflect none and would come out too dark.
    renderer.toneMapping = fine ? NeutralToneMapping : NoToneMapping;
    this.#key.castShadow = this.#top.castShadow = fine;
    // Without shadows it would be drawn all over the floor for nothing.
    this.#shadow.visible = fine;
    this.#key.intensity = fine ? 1.9 : 1.7;
    this.#top.intensity = fine ? 0.8 : 0.3;
    this.#fill.intensity = fine ? 0 : 1.5;
    this.#ambient.intensity = fine ? 0 : 0.2;
    if (fine) this.#environment ??= softboxes(renderer);
    scene.environment = fine ? this.#environment : null;
    scene.environmentIntensity = look.dark ? 0.42 : 0.6;
    this.#pool.color.set(look.dark ? "#4a443d" : "#fffaf1");
    this.#pool.opacity = look.dark ? 0.75 : 0.8;
    this.#shade.color.set(look.dark ? "#0c0a08" : "#3a2c1e");
    this.#shade.opacity = look.dark ? 0.55 : 0.25;
  }
}

function aim(light: DirectionalLight, from: Vector3): void {
  light.position.copy(from);
  light.target.position.set(0, 0, 0);
}

function castFrom(
  light: DirectionalLight,
  { mapSize, softness, depth }: Record<"mapSize" | "softness" | "depth", number>,
) {
  const { shadow } = light;
  shadow.mapSize.set(mapSize, mapSize);
  shadow.radius = softness;
  shadow.blurSamples = 16;
  shadow.intensity = depth;
  const { camera } = shadow;
  camera.left = camera.bottom = -SHADOW_REACH_M;
  camera.right = camera.top = SHADOW_REACH_M;
  camera.near = 0.5;
  camera.far = 6;
  // Cloth shades itself in bands without these; much more and a fold's shadow leaves its fold.
  shadow.bias = -0.0006;
  shadow.normalBias = 0.012;
}

/** A photographer's room as the source of image-based light: warm dim walls and three large soft lamps. */
function softboxes(renderer: WebGLRenderer): Texture {
  const room = new Scene();
  const walls = new Mesh(
    new BoxGeometry(10, 6, 10),
    new MeshBasicMaterial({ color: "#8c8883", side: BackSide }),
  );
  room.add(walls);
  room.add(softbox({ colour: "#fff6ea", power: 9, size: [4.5, 3], at: new Vector3(-3.2, 2.2, 3) }));
  room.add(softbox({ colour: "#eef3ff", power: 5, size: [2, 4], at: new Vector3(4.6, 0.6, -0.5) }));
  room.add(softbox({ colour: "#ffffff", power: 4, size: [5, 5], at: new Vector3(0, 2.9, -1) }));
  // The bright floor lights everything from below, which keeps undersides from going grey.
  room.add(softbox({ colour: "#f4e7d3", power: 1.1, size: [9, 9], at: new Vector3(0, -2.9, 0.01) }));
  const generator = new PMREMGenerator(renderer);
  const texture = generator.fromScene(room, 0.04).texture;
  generator.dispose();
  room.traverse((object) => {
    if (object instanceof Mesh) {
      object.geometry.dispose();
      object.material.dispose();
    }
  });
  return texture;
}

function softbox(lamp: { colour: string; power: number; size: [number, number]; at: Vector3 }): Mesh {
  const material = new MeshBasicMaterial({ color: lamp.colour });
  material.color.multiplyScalar(lamp.power);
  const mesh = new Mesh(new PlaneGeometry(...lamp.size), material);
  mesh.position.copy(lamp.at);
  mesh.lookAt(0, 0, 0);
  return mesh;
}

/** White in the middle, nothing at the rim; as an alpha map it makes the pool of light on the floor. */
function radialFade(): Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 256;
  const context = canvas.getContext("2d");
  if (context) {
    const gradient = context.createRadialGradient(128, 128, 0, 128, 128, 128);
    gradient.addColorStop(0, "#fff");
    gradient.addColorStop(0.25, "#b4b4b4");
    gradient.addColorStop(0.6, "#303030");
    gradient.addColorStop(1, "#000");
    context.fillStyle = gradient;
    context.fillRect(0, 0, 256, 256);
  }
  return new CanvasTexture(canvas);
}
