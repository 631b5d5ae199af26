import type { Document, SeamPart } from "../../engine/types";

const MIRRORED = "-mirrored";

/** Seams on an edge that was cut in two stay where they are: `ratio` of its length was before the cut. */
export function splitParts(
  document: Document,
  panel: string,
  cut: { edge: string; added: string; ratio: number },
): Document {
  const { edge, added, ratio } = cut;
  return onParts(document, panel, (part) => {
    if (part.edge !== edge) return [part];
    const share = (value: number) => rounded(Math.min(1, Math.max(0, value)));
    const first = { ...part, from: share(part.from / ratio), to: share(part.to / ratio) };
    const rest = 1 - ratio;
    const [from, to] = [share((part.from - ratio) / rest), share((part.to - ratio) / rest)];
    const both = [first, { ...part, edge: added, from, to }].filter((each) => each.to > each.from);
    return part.reversed ? both.reverse() : both;
  });
}

/** Seams on two edges that became one stay where they are: the kept edge was `share` of the length. */
export function joinParts(
  document: Document,
  panel: string,
  join: { kept: string; gone: string; share: number },
): Document {
  const { kept, gone, share } = join;
  return onParts(document, panel, (part) => {
    if (part.edge === kept)
      return [{ ...part, from: rounded(part.from * share), to: rounded(part.to * share) }];
    if (part.edge !== gone) return [part];
    const at = (value: number) => rounded(share + value * (1 - share));
    return [{ ...part, edge: kept, from: at(part.from), to: at(part.to) }];
  });
}

/** Edits every part of every seam that lies on a drawing, at whichever appearance of it. */
function onParts(document: Document, panel: string, edit: (part: SeamPart) => SeamPart[]): Document {
  const followers = new Set(
    document.panels
      .filter((each) => each.symmetry.kind === "mirror-of" && each.symmetry.panel === panel)
      .map((each) => each.id),
  );
  const change = (parts: SeamPart[]) =>
    merged(
      parts.flatMap((part) => {
        if (part.panel !== panel && !followers.has(part.panel)) return [part];
        return asOriginal(part, followers.has(part.panel), edit);
      }),
    );
  return {
    ...document,
    seams: document.seams.map((seam) => ({ ...seam, a: change(seam.a), b: change(seam.b) })),
  };
}

/** A mirrored edge runs the other way: its part is turned, edited as on the original, and turned back. */
function asOriginal(part: SeamPart, mirror: boolean, edit: (part: SeamPart) => SeamPart[]): SeamPart[] {
  const suffix = part.edge.endsWith(MIRRORED) ? MIRRORED : "";
  // Mirrored twice, as the far half of an unfolded mirror image, it runs as the original does.
  const turned = mirror !== (suffix !== "");
  const turn = (each: SeamPart, edge: string): SeamPart =>
    turned ? { ...each, edge, from: rounded(1 - each.to), to: rounded(1 - each.from) } : { ...each, edge };
  const edited = edit(turn(part, suffix ? part.edge.slice(0, -suffix.length) : part.edge));
  const back = edited.map((each) => turn(each, each.edge + suffix));
  return turned ? back.reverse() : back;
}

/** Neighbours that go on where the other ends are one part. */
function merged(parts: SeamPart[]): SeamPart[] {
  const result: SeamPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    const same =
      last && last.panel === part.panel && last.edge === part.edge && last.reversed === part.reversed;
    const [low, high] = part.reversed ? [part, last] : [last, part];
    if (same && low && high && Math.abs(low.to - high.from) < 1e-5)
      result[result.length - 1] = { ...part, from: low.from, to: high.to };
    else result.push(part);
  }
  return result;
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
