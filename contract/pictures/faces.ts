/** Faces of song requests, without zod: this file is part of the browser's first chunk. */

/** Outlines of a piece around the origin, pointing up, about two units high. */
const SHAPES = [
  'M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  'M-.62 0a.62 1.12 0 1 0 1.24 0a.62 1.12 0 1 0-1.24 0',
  'M-.42-.75a.42.42 0 0 1 .84 0v1.5a.42.42 0 0 1-.84 0z',
  'M0-1.2.95 0 0 1.2-.95 0z',
  'M0-1.25C.5-.5.95-.1.95.3a.95.95 0 0 1-1.9 0C-.95-.1-.5-.5 0-1.25z',
  'M-.85-.85h1.7v1.7h-1.7z',
  'M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0m.5 0a.5.5 0 1 1 1 0a.5.5 0 1 1-1 0',
];

/** Three full rings around the center: pieces, radius and the pieces' size, in a box of 100 by 100. */
const RINGS = [
  { count: 6, radius: 14.5, size: 4 },
  { count: 10, radius: 27, size: 5 },
  { count: 14, radius: 40.5, size: 5.4 },
];

/** Degrees of hue from the inner to the outer ring, in the colors of each genre's covers; past 360 they cross red. */
const HUES: Record<string, readonly [number, number]> = {
  pop: [20, -35],
  'hip-hop-rap': [80, 25],
  'r-and-b-soul': [60, -10],
  rock: [70, 20],
  metal: [50, 10],
  'punk-hardcore': [95, 355],
  'electronic-dance': [410, 320],
  house: [292, 250],
  techno: [200, 250],
  'trance-psy': [320, 265],
  'drum-and-bass-jungle': [185, 255],
  'dubstep-bass': [130, 190],
  'breaks-downtempo-ambient': [190, 225],
  jazz: [85, 40],
  blues: [215, 265],
  'country-americana': [85, 45],
  folk: [110, 150],
  'funk-disco': [70, -20],
  'reggae-dub-ska': [95, 145],
  latin: [75, 5],
  african: [90, 150],
  caribbean: [100, 195],
  'classical-orchestral': [75, 300],
  'opera-choral': [30, 330],
  'gospel-christian': [90, 55],
  'new-age-wellness': [165, 200],
};

/** FNV-1a: ids that differ in one character share nothing. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

export interface Piece {
  shape: string;
  transform: string;
  /** Degrees on the color wheel. */
  hue: number;
}

/** The thirty pieces of a request's face, in the order in which votes light them: inside out, clockwise from the top. */
export function piecesOf(id: string, genre: string): Piece[] {
  const parent = genre.split(':', 1)[0]!;
  const [inner, outer] = HUES[parent] ?? [hash(parent) % 360, (hash(parent) % 360) + 50];
  return RINGS.flatMap(({ count, radius, size }, ring) => {
    const seed = hash(`${id} ${ring}`);
    const shape = SHAPES[seed % SHAPES.length]!;
    // Pieces stand upright, or lean by a part of a turn; every second ring begins between its neighbors' pieces.
    const lean = [0, 0, 45, 90][(seed >>> 8) % 4]!;
    const offset = ring % 2 === 0 ? 0 : 180 / count;
    const hue = Math.round(inner + ((outer - inner) * ring) / 2);
    return Array.from({ length: count }, (_, index) => ({
      shape,
      transform: `rotate(${Math.round(((index * 360) / count + offset) * 100) / 100}) translate(0-${radius}) rotate(${lean}) scale(${size})`,
      hue,
    }));
  });
}
