/** The values of a message's placeholders. */
export type Values = Record<string, unknown>;

/** An English sentence in ICU's message format that is said in the reader's language, with its values. */
export interface Message {
  message: string;
  /** Tells apart what is the same in English and differs in other languages. */
  context?: string;
  values?: Values;
}

/** Translations by English message; see `keyOf`. */
export type Texts = Readonly<Record<string, string>>;

/** Marks an English text that is translated where it is shown: `message('You have {n} credits.', { n })`. */
export const message = (message: string, values?: Values): Message => ({
  message,
  ...(values && { values }),
});

/** Marks an English text, or a table of texts, that is translated where it is shown, and stays as it is. */
export const english = <const Text>(text: Text): Text => text;

/** The key of a message in `Texts`. */
export const keyOf = ({ message, context }: Message): string =>
  context ? `${message}\u0004${context}` : message;

/** Says a message in a language: its translation, or the English one, by English rules, if there is none. */
export function fillMessage(language: string, texts: Texts, message: Message): string {
  const text = texts[keyOf(message)];
  return messageParts(text ? language : 'en', text ?? message.message, message.values).join('');
}

/**
 * Puts values in the placeholders of a text in ICU's message format: `{name}`, `number`, `plural`, `selectordinal` and
 * `select`.
 * Text between them is taken as it is, without ICU's quotes.
 * @returns its parts in order: strings, and the values as they are.
 */
export function messageParts(language: string, text: string, values: Values = {}, count?: string): unknown[] {
  const at = text.search(count === undefined ? /\{/ : /[{#]/);
  if (at === -1) return [text];
  const end = text[at] === '#' ? at : closing(text, at);
  const [, name = '', kind, cases = ''] =
    /^\s*(\w+)\s*(?:,\s*(\w+)\s*(?:,([\s\S]*))?)?$/.exec(text.slice(at + 1, end)) ?? [];
  const value = values[name];
  let filled = [value];
  if (text[at] === '#') filled = [count];
  else if (kind) {
    const isSelect = kind === 'select';
    const shown = isSelect ? count : (value as number).toLocaleString(language);
    const wanted = () => (isSelect ? [String(value)] : [`=${value}`, pluralOf(language, kind, value)]);
    filled = kind === 'number' ? [shown] : messageParts(language, choose(cases, wanted()), values, shown);
  }
  return [text.slice(0, at), ...filled, ...messageParts(language, text.slice(end + 1), values, count)];
}

/** Making them takes longer than using them. */
const rules: Record<string, Intl.PluralRules> = {};

function pluralOf(language: string, kind: string, value: unknown): string {
  rules[language + kind] ??= new Intl.PluralRules(language, {
    type: kind === 'plural' ? 'cardinal' : 'ordinal',
  });
  return rules[language + kind]!.select(value as number);
}

/** The text of the first wanted case that is there: `one {# vote} other {# votes}`. */
function choose(cases: string, wanted: string[]): string {
  const texts: Record<string, string> = {};
  for (let at = cases.indexOf('{'), from = 0; at !== -1; at = cases.indexOf('{', from)) {
    const end = closing(cases, at);
    texts[cases.slice(from, at).trim()] = cases.slice(at + 1, end);
    from = end + 1;
  }
  return [...wanted, 'other'].map((name) => texts[name]).find((text) => text !== undefined) ?? '';
}

/** The index of the brace that closes the one at an index. */
function closing(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    if (text[index] === '{') depth++;
    if (text[index] === '}' && --depth === 0) return index;
  }
  return text.length;
}
