import { fillMessage, type Message, type Texts } from 'contract/text/messages.ts';

/** Texts of the first page, as the build writes them for each language. */
export interface FirstTexts {
  texts: Texts;
  /** The files of texts that later parts of the page need, by the name that `withTexts` gets. */
  parts: Record<string, string[]>;
}

/** The language of the page: it stays until the page is loaded again. On the server it is set for each rendering. */
export let language = globalThis.document?.documentElement?.lang || 'en';
let texts: Texts = {};
let parts: FirstTexts['parts'] = {};
const loaded = new Map<string, Promise<void>>();

/** Sets the language, with all of its texts. */
export function setLanguage(code: string, all: Texts): void {
  language = code;
  texts = all;
}

/** Says a message in the language of the page. The macros `t`, `plural` and `select` become calls of it. */
export const say = (message: string | Message): string =>
  fillMessage(language, texts, typeof message === 'string' ? { message } : message);

/** The text of a message in the language of the page, with its placeholders. */
export const textOf = (key: string): string | undefined => texts[key];

const read = async (file: string) => (await fetch(file)).json();

/** Loads the texts of the first page, which the page names in its head. Without them, it is in English. */
export async function loadFirstTexts(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[data-texts]');
  const first: FirstTexts = link && (await read(link.href).catch(() => {}));
  if (first) ({ texts, parts } = first);
}

/** Loads a part of the page together with its texts. The build wraps each `import()` in it. */
export async function withTexts<Module>(part: string, load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), ...(parts[part] ?? []).map(loadTexts)]);
  return module;
}

function loadTexts(file: string): Promise<void> {
  const known = loaded.get(file);
  if (known) return known;
  const loading = read(file).then(
    (more: Texts) => {
      texts = { ...texts, ...more };
    },
    // In English this once; the next part tries again.
    () => void loaded.delete(file),
  );
  loaded.set(file, loading);
  return loading;
}
