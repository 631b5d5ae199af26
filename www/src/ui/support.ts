import type { Issue } from "../engine/types";

/** `() -> v128` returning a constant: any browser that accepts it has the instructions the engine is built with. */
const SIMD_MODULE = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // "\0asm", version 1
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // type: () -> v128
  ...[0x03, 0x02, 0x01, 0x00], // one function of that type
  ...[0x0a, 0x16, 0x01, 0x14, 0x00, 0xfd, 0x0c, ...new Array(16).fill(0), 0x0b], // v128.const 0
]);

/** What this browser lacks to compute cloth. Empty on every current browser. */
export function missingForEngine(): Issue[] {
  const issues = [];
  if (!hasSimd())
    issues.push(
      lack("WebAssembly with SIMD", "The cloth is computed with it; without, a garment would take minutes."),
    );
  if (!hasModuleWorkers())
    issues.push(
      lack("module workers", "The cloth is computed beside the page, so that the page never freezes."),
    );
  return issues;
}

/** What this browser lacks to draw it. */
export function missingForDrawing(): Issue[] {
  if (graphics() !== null) return [];
  return [
    lack("WebGL 2", "The cloth is drawn with it. It may be switched off, or the graphics driver blocked."),
  ];
}

/** Whether the browser draws without a graphics card, as on some servers and virtual machines. */
export function drawnInSoftware(): boolean {
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(graphics() ?? "");
}

function lack(name: string, reason: string): Issue {
  return {
    code: "browser.missing",
    place: "",
    value: "",
    problem: `This browser has no ${name}. ${reason}`,
    cure: "Use a current Firefox, Chrome, Edge or Safari, with hardware acceleration switched on.",
  };
}

function hasSimd(): boolean {
  return typeof WebAssembly === "object" && WebAssembly.validate(SIMD_MODULE);
}

/** A browser that knows module workers reads the option; one that does not never asks for it. */
function hasModuleWorkers(): boolean {
  let asked = false;
  const options = {
    get type(): WorkerType {
      asked = true;
      return "module";
    },
  };
  try {
    new Worker("data:text/javascript,", options).terminate();
  } catch {
    // Refused for another reason, but it may have asked before it refused.
  }
  return asked;
}

let renderer: string | null | undefined;

/** Name of what draws WebGL 2, null where nothing does. Asked once: a context is costly and browsers allow few. */
function graphics(): string | null {
  if (renderer !== undefined) return renderer;
  const context = document.createElement("canvas").getContext("webgl2");
  const names = context?.getExtension("WEBGL_debug_renderer_info");
  renderer =
    context && String(context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return renderer;
}
