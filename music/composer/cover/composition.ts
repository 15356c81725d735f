import { oklch } from './palette.ts';
import type { Scene } from './scene.ts';
import { circle, clipped, fillAll, group, n, path, polygon, rect } from './shapes.ts';

/** A piece of a request's face: an outline, its place in a box of 100 by 100 around the origin, and its hue, degrees. */
export type FacePiece = { shape: string; transform: string; hue: number };

/** Bounding box of something in the picture: corner and size. */
type Box = { x: number; y: number; w: number; h: number };

/** A picture, and where its face has room: center and radius. */
type Composed = { picture: string; face: [x: number, y: number, radius: number] };

/**
 * Sets the motif of a song into a composition of its own, so that songs of a genre do not share a scene: all of it, or
 * a part of it behind a shape, from another place, another size and another side each time.
 * @param random decides; the same for the same song.
 * @param face of the request that it was made from, if any.
 */
export function compose(
  scene: Scene,
  motif: string,
  random: () => number,
  face: readonly FacePiece[] | undefined,
): string {
  const dice: Dice = {
    between: (low, high) => low + (high - low) * random(),
    chance: (share) => random() < share,
  };
  const composition = COMPOSITIONS[Math.floor(random() * COMPOSITIONS.length)]!;
  const { picture, face: place } = composition(scene, motif, dice);
  return face ? picture + drawFace(face, place) : picture;
}

type Dice = { between: (low: number, high: number) => number; chance: (share: number) => boolean };
type Composition = (scene: Scene, motif: string, dice: Dice) => Composed;

/** The motif, or a part of it, so that it covers a box. */
function cover(motif: string, { x, y, w, h }: Box, { between, chance }: Dice, most = 1.7): string {
  const scale = (Math.max(w, h) / 1000) * between(1, most);
  const [left, top] = [between(x + w - 1000 * scale, x), between(y + h - 1000 * scale, y)];
  const [from, turn] = chance(0.5) ? [left + 1000 * scale, -scale] : [left, scale];
  return group(
    `transform="translate(${n(from)} ${n(top)}) scale(${turn.toFixed(3)} ${scale.toFixed(3)})"`,
    motif,
  );
}

/** Flat ground in one of the palette's colors. */
const flat = ({ ground, tone, paper }: Scene, { between }: Dice) =>
  [ground(0.5), ground(1), tone(0.2), tone(0.36), tone(0.92), paper][Math.floor(between(0, 6))]!;

const whole: Composition = (_scene, motif, dice) => {
  const right = dice.chance(0.5);
  const radius = dice.between(110, 190);
  const x = right ? 1000 - radius - 70 : radius + 70;
  const y = dice.chance(0.5) ? radius + 70 : 1000 - radius - 70;
  return { picture: cover(motif, { x: 0, y: 0, w: 1000, h: 1000 }, dice, 1.9), face: [x, y, radius] };
};

/** A disc that may leave the picture. */
const disc: Composition = (scene, motif, dice) => {
  const r = dice.between(330, 520);
  const [x, y] = [dice.between(250, 750), dice.between(250, 750)];
  const box = { x: x - r, y: y - r, w: 2 * r, h: 2 * r };
  const radius = dice.between(120, 200);
  // In the corner that has the most room.
  const face: Composed['face'] = [
    x < 500 ? 960 - radius : 40 + radius,
    y < 500 ? 960 - radius : 40 + radius,
    radius,
  ];
  return {
    picture: fillAll(flat(scene, dice)) + clipped(scene, circle(x, y, r, '#000'), cover(motif, box, dice)),
    face,
  };
};

/** A doorway that stands on the edge. */
const arch: Composition = (scene, motif, dice) => {
  const w = dice.between(420, 680);
  const x = dice.between(60, 940 - w);
  const top = dice.between(60, 260);
  const box = { x, y: top, w, h: 1000 - top };
  const shape = path(`M${n(x)} 1000V${n(top + w / 2)}a${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(w)} 0V1000Z`, '#000');
  const isLeft = x > 940 - w - x;
  const radius = dice.between(130, 190);
  const side = isLeft ? Math.max(radius + 30, x / 2) : Math.min(970 - radius, (x + w + 1000) / 2);
  return {
    picture: fillAll(flat(scene, dice)) + clipped(scene, shape, cover(motif, box, dice)),
    face: [side, dice.chance(0.5) ? radius + 60 : dice.between(400, 940 - radius), radius],
  };
};

/** A slanted line parts the motif from flat ground. */
const split: Composition = (scene, motif, dice) => {
  const [a, b] = [dice.between(330, 700), dice.between(330, 700)];
  const isUpright = dice.chance(0.5);
  const isFirst = dice.chance(0.5);
  const far = isFirst ? 0 : 1000;
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  const [start, end] = isFirst ? [0, to] : [from, 1000];
  const box = isUpright
    ? { x: start, y: 0, w: end - start, h: 1000 }
    : { x: 0, y: start, w: 1000, h: end - start };
  const shape = isUpright
    ? polygon(
        [
          [far, 0],
          [a, 0],
          [b, 1000],
          [far, 1000],
        ],
        '#000',
      )
    : polygon(
        [
          [0, far],
          [0, a],
          [1000, b],
          [1000, far],
        ],
        '#000',
      );
  const middle = (a + b) / 4 + (isFirst ? 500 : 0);
  const radius = Math.min(230, 0.42 * (isFirst ? 1000 - to : from));
  const along = dice.between(radius + 50, 950 - radius);
  return {
    picture: fillAll(flat(scene, dice)) + clipped(scene, shape, cover(motif, box, dice)),
    face: isUpright ? [middle, along, radius] : [along, middle, radius],
  };
};

/** Strips of the motif, each from another place. */
const strips: Composition = (scene, motif, dice) => {
  const count = Math.floor(dice.between(3, 5));
  const isUpright = dice.chance(0.5);
  const gap = dice.between(12, 30);
  const size = (1000 - gap * (count + 1)) / count;
  const all = Array.from({ length: count }, (_, i) => {
    const at = gap + i * (size + gap);
    const box = isUpright
      ? { x: at, y: dice.between(0, 260), w: size, h: 0 }
      : { x: dice.between(0, 260), y: at, w: 0, h: size };
    if (isUpright) box.h = dice.between(620, 1000 - box.y);
    else box.w = dice.between(620, 1000 - box.x);
    return clipped(
      scene,
      rect(box.x, box.y, box.w, box.h, '#000', `rx="${n(size / 8)}"`),
      cover(motif, box, dice, 1.3),
    );
  });
  const radius = dice.between(110, 150);
  return {
    picture: fillAll(flat(scene, dice)) + all.join(''),
    face: [dice.between(radius + 60, 940 - radius), dice.between(radius + 60, 940 - radius), radius],
  };
};

/** A card that leans on flat ground. */
const card: Composition = (scene, motif, dice) => {
  const [w, h] = [dice.between(560, 780), dice.between(560, 780)];
  const [x, y] = [dice.between(100, 900 - w), dice.between(100, 900 - h)];
  const lean = dice.between(4, 14) * (dice.chance(0.5) ? 1 : -1);
  const box = { x, y, w, h };
  const inside = clipped(scene, rect(x, y, w, h, '#000'), cover(motif, box, dice));
  const radius = dice.between(130, 200);
  return {
    picture:
      fillAll(flat(scene, dice)) +
      group(`transform="rotate(${n(lean)} ${n(x + w / 2)} ${n(y + h / 2)})"`, inside),
    face: [
      Math.min(960 - radius, Math.max(40 + radius, dice.chance(0.5) ? x : x + w)),
      Math.min(960 - radius, Math.max(40 + radius, y + h)),
      radius,
    ],
  };
};

const COMPOSITIONS = [whole, disc, arch, split, strips, card];

/** The finished face of a request, in the colors that it has everywhere. */
function drawFace(pieces: readonly FacePiece[], [x, y, radius]: Composed['face']): string {
  const drawn = pieces.map(({ shape, transform, hue }) =>
    path(shape, oklch(0.77, 0.15, hue), `transform="${transform}" fill-rule="evenodd"`),
  );
  const inside =
    circle(0, 0, 50, oklch(0.25, 0.08, pieces.at(-1)?.hue ?? 0)) +
    drawn.join('') +
    circle(0, 0, 4.5, '#fbf7f3');
  return group(`transform="translate(${n(x)} ${n(y)}) scale(${(radius / 50).toFixed(3)})"`, inside);
}
