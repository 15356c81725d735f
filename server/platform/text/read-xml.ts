/** Elements in elements; formats that are read here have five. */
const MOST_DEPTH = 32;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A tag: whether it ends an element, its name without a prefix, and whether the element is empty. */
const TAG = /<(\/?)(?:[\p{L}_][\w.-]*:)?([\p{L}_][\w.-]*)(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?\/?>/uy;

/** A document type before the root, with what it declares: nothing of it is read. */
const DOCUMENT_TYPE =
  /<!DOCTYPE\s(?:[^"'[\]<>]|"[^"]*"|'[^']*')*(?:\[(?:[^"'\]<]|"[^"]*"|'[^']*'|<!--(?:(?!-->)[\s\S])*-->|<(?!!--))*\]\s*)?>/iy;

/** Sections that are no elements: the beginning and the end of each. */
const SECTIONS = { '<!--': '-->', '<?': '?>', '<![CDATA[': ']]>' };
type Begin = keyof typeof SECTIONS;

/**
 * Reads XML from strangers, in one pass. A document type is skipped, so that no entity that a file defines or would
 * fetch is known; attributes are skipped, too.
 * @param visit gets each element's path when it begins, and once more with its own text when it ends. It ends the
 * reading with false.
 * @returns whether the text was XML to its end, and `visit` never said no.
 */
export function readXml(
  text: string,
  visit: (path: readonly string[], value: string | undefined) => boolean,
): boolean {
  const path: string[] = [];
  const texts: string[] = [];
  let at = 0;
  let hasRoot = false;
  const add = (piece: string | undefined): boolean => {
    if (piece === undefined) return false;
    if (path.length === 0) return piece.trim() === '';
    texts[texts.length - 1] += piece;
    return true;
  };
  const end = (name: string) => path.at(-1) === name && visit(path, texts.pop()!) && path.pop() !== undefined;
  while (at < text.length) {
    if (text[at] !== '<') {
      const stop = text.indexOf('<', at);
      const raw = text.slice(at, stop < 0 ? text.length : stop);
      at += raw.length;
      if (!add(decode(raw))) return false;
      continue;
    }
    const begin = (Object.keys(SECTIONS) as Begin[]).find((one) => text.startsWith(one, at));
    if (begin) {
      const from = at + begin.length;
      const stop = text.indexOf(SECTIONS[begin], from);
      if (stop < 0) return false;
      at = stop + SECTIONS[begin].length;
      if (begin === '<![CDATA[' && (path.length === 0 || !add(text.slice(from, stop)))) return false;
      continue;
    }
    DOCUMENT_TYPE.lastIndex = at;
    if (!hasRoot && DOCUMENT_TYPE.test(text)) {
      at = DOCUMENT_TYPE.lastIndex;
      continue;
    }
    TAG.lastIndex = at;
    const [tag, isEnd, name] = TAG.exec(text) ?? [];
    if (tag === undefined || name === undefined) return false;
    at += tag.length;
    if (isEnd) {
      if (!end(name)) return false;
      continue;
    }
    if (path.length === MOST_DEPTH || (path.length === 0 && hasRoot)) return false;
    hasRoot = true;
    path.push(name);
    texts.push('');
    if (!visit(path, undefined)) return false;
    if (tag.endsWith('/>') && !end(name)) return false;
  }
  return hasRoot && path.length === 0;
}

const REFERENCE = /&(?:#x([\da-f]{1,6});|#(\d{1,7});|(amp|lt|gt|quot|apos);)?/gi;

/** @returns undefined if it has an entity that XML itself does not have. */
function decode(raw: string): string | undefined {
  let isKnown = true;
  const text = raw.replace(REFERENCE, (_whole, hex?: string, decimal?: string, name?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    const found = name ? ENTITIES[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (found === undefined) isKnown = false;
    return found ?? '';
  });
  return isKnown ? text : undefined;
}
