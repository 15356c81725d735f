import { seatPlaces, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { type Message, message } from 'contract/text/messages.ts';
import sharp from 'sharp';
import type { Brand } from '../../platform/http/pages/brand.ts';
import { headings, sayIn, signature, text, wrap } from './lettering.ts';

/** Content of a song request's picture. */
interface RequestPicture {
  title: string;
  artist: string;
  /** Number of lit lamps. */
  lit: number;
  /** The lamp that somebody says is theirs, from 1; null for a picture of the request itself. */
  lamp: number | null;
  language: LanguageCode;
}

const WIDTH = 1200;
const HEIGHT = 630;
const TEXT = { x: 70, width: 500 };
/** The stage's center, and the unit of the seats (`seatPlaces`). */
const STAGE = { x: 862, y: 400, unit: 19 };

const UNLIT = '#322a24';
const PAPER = '#fbf7f3';

/** Draws a request as an amphitheatre of its lamps, with one of them as somebody's own. @returns a JPEG. */
export const drawRequest = (request: RequestPicture, site: Brand): Promise<Buffer> =>
  draw(`${seats(request, site)}${stage(request)}${words(request, site)}`, site);

/** Draws the site for link previews: its name and its sentence, beside its logo or all lamps. @returns a JPEG. */
export function drawSite(site: Brand, language: LanguageCode): Promise<Buffer> {
  const name = headings().writable(site.name);
  const tagline = text().writable(sayIn(text(), language, site.tagline));
  const names = name ? wrap(headings(), name, { size: 84, width: TEXT.width, lines: 2 }) : [];
  const words = tagline ? wrap(text(), tagline, { size: 34, width: TEXT.width, lines: 3 }) : [];
  const below = 300 + 88 * (names.length - 1) + 64;
  const lines = [
    ...names.map(
      (line, i) => `<path d="${headings().outline(line, TEXT.x, 300 + 88 * i, 84)}" fill="${PAPER}"/>`,
    ),
    ...words.map(
      (line, i) => `<path d="${text().outline(line, TEXT.x, below + 44 * i, 34)}" fill="#d8cdc3"/>`,
    ),
  ].join('');
  if (!site.logo) return draw(seats({ lit: VOTE_GOAL, lamp: null }, site) + lines, site);
  const logo = `<image x="650" y="115" width="400" height="400" href="data:image/png;base64,${site.logo.toString('base64')}"/>`;
  return draw(logo + lines, site);
}

function draw(content: string, { lamps }: Brand): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><radialGradient id="glow"><stop stop-color="${lamps[0]}" stop-opacity="0.55"/><stop offset="1" stop-color="${lamps[0]}" stop-opacity="0"/></radialGradient></defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#150f0b"/>
    ${content}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
}

function seats({ lit, lamp }: Pick<RequestPicture, 'lit' | 'lamp'>, { lamps }: Brand): string {
  const { x: left, y: top, unit } = STAGE;
  return seatPlaces
    .map(({ x, y, row }, index) => {
      const at = `cx="${(left + x * unit).toFixed(1)}" cy="${(top + y * unit).toFixed(1)}"`;
      const seat = `<circle ${at} r="${1.08 * unit}" fill="${index < lit ? lamps[row] : UNLIT}"/>`;
      if (index + 1 !== lamp) return seat;
      return `<circle ${at} r="${2.4 * unit}" fill="url(#glow)"/>${seat}<circle ${at} r="${1.4 * unit}" fill="none" stroke="${PAPER}" stroke-width="4"/>`;
    })
    .join('');
}

/** The stage with the count, bright when every lamp is lit. */
function stage({ lit, language }: Pick<RequestPicture, 'lit' | 'language'>): string {
  const { x, y, unit } = STAGE;
  const all = lit >= VOTE_GOAL;
  const ink = all ? '#1d120b' : PAPER;
  const centered = (font: typeof text, words: string, baseline: number, size: number) =>
    `<path d="${font().outline(words, x - font().widthOf(words, size) / 2, baseline, size)}" fill="${ink}"/>`;
  return `<circle cx="${x}" cy="${y + 0.7 * unit}" r="${2.85 * unit}" fill="${all ? PAPER : '#2a211b'}"/>
    ${centered(headings, String(lit), y + 1.05 * unit, 46)}
    ${centered(text, sayIn(text(), language, message('of {goal}', { goal: VOTE_GOAL })), y + 2.2 * unit, 18)}`;
}

/** The statement, the song and the artist as SVG. Names that our fonts cannot write are left out. */
function words({ title, artist, lit, lamp, language }: RequestPicture, site: Brand): string {
  const sentence = sayIn(headings(), language, saidOf(lit, lamp));
  const linesAt = (size: number) =>
    sentence
      .split('\n')
      .flatMap((line) => wrap(headings(), line, { size, width: TEXT.width, lines: 2 }))
      .map((line) => ({ font: headings, line, size, fill: PAPER, height: size + 8 }));
  // A language with longer words gets smaller ones.
  const said = linesAt(66).length > 2 ? linesAt(48) : linesAt(66);
  const tagline = text().writable(sayIn(text(), language, site.tagline));
  const name = headings().writable(title);
  const by = text().writable(artist);
  const block = [
    ...said,
    { font: text, line: '', size: 0, fill: PAPER, height: 34 },
    ...(name ? wrap(headings(), name, { size: 38, width: TEXT.width, lines: 2 }) : []).map((line) => ({
      font: headings,
      line,
      size: 38,
      fill: site.lamps[0],
      height: 46,
    })),
    ...(by ? wrap(text(), by, { size: 28, width: TEXT.width, lines: 1 }) : []).map((line) => ({
      font: text,
      line,
      size: 28,
      fill: '#d8cdc3',
      height: 44,
    })),
  ];
  let baseline = 290 - block.reduce((sum, { height }) => sum + height, 0) / 2;
  const lines = block.map(({ font, line, size, fill, height }) => {
    baseline += height;
    return line && `<path d="${font().outline(line, TEXT.x, baseline, size)}" fill="${fill}"/>`;
  });
  return [...lines, signature(site.name, tagline?.replace(/\.$/, '') ?? '', TEXT.x, 572)].join('');
}

/** The statement in large letters. The line breaks are those of the picture; longer lines are broken, too. */
function saidOf(lit: number, lamp: number | null): Message {
  const values = { lamp, lit, goal: VOTE_GOAL };
  if (lamp !== null) return message('I lit lamp {lamp}\nof {goal}.', values);
  return lit >= VOTE_GOAL
    ? message('All {goal} votes\nare in.', values)
    : message('{lit} of {goal}\nvotes so far.', values);
}
