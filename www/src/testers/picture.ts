/** What of a drawing's style sheet must travel with it into a picture. */
const CARRIED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font", "text-anchor"];
const SCALE = 2;

/** Scene and plot side by side as one PNG, as they are on the page. */
export async function picture(scene: HTMLCanvasElement, plot: SVGSVGElement, paper: string): Promise<Blob> {
  const { width, height } = plot.viewBox.baseVal;
  const side = height;
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * (side + width);
  canvas.height = SCALE * height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no pictures");
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const fit = Math.min((SCALE * side) / scene.width, (SCALE * side) / scene.height);
  const [w, h] = [scene.width * fit, scene.height * fit];
  context.drawImage(scene, (SCALE * side - w) / 2, (SCALE * side - h) / 2, w, h);
  context.drawImage(await drawn(plot, width, height), SCALE * side, 0, SCALE * width, SCALE * height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be written")))),
  );
}

async function drawn(plot: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = plot.cloneNode(true) as SVGSVGElement;
  const originals = [plot, ...plot.querySelectorAll<SVGElement>("*")];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  originals.forEach((original, k) => {
    const style = getComputedStyle(original);
    for (const property of CARRIED) copies[k]?.style.setProperty(property, style.getPropertyValue(property));
  });
  copy.setAttribute("width", String(SCALE * width));
  copy.setAttribute("height", String(SCALE * height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}
