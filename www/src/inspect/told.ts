import type { Document, FigureInfo } from "../engine/types";

/** What tells a document from another, in a word or two: its name, its fabrics or its figure, whichever is another. */
export function told(document: Document, other: Document, figures: readonly FigureInfo[]): string {
  const ways = [nameOf, fabricsOf, (of: Document) => figuresOf(of, figures)];
  const way = ways.find((each) => each(document) !== "" && each(document) !== each(other));
  return (way ?? nameOf)(document);
}

const nameOf = ({ name }: Document): string => name;

const fabricsOf = ({ fabrics }: Document): string => fabrics.map(({ name }) => name).join(", ");

/** The titles of the sizes that its bodies are of. */
function figuresOf({ bodies }: Document, figures: readonly FigureInfo[]): string {
  const titles = bodies.map(({ shape }) => figures[shape.parameters.size ?? -1]?.title);
  return titles.filter((title) => title !== undefined).join(", ");
}
