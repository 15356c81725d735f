import { keyOf, type Message, messageParts, type Values } from 'contract/text/messages.ts';
import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { language, textOf } from '../lib/i18n.ts';

/** A message with elements inside: `<0>…</0>` stands for `components[0]`. The macros `Trans` and `Plural` become it. */
export function Trans({
  components = {},
  ...message
}: Message & { components?: Record<string, ReactElement> }) {
  const text = textOf(keyOf(message));
  const parts = messageParts(
    text ? language : 'en',
    text ?? message.message,
    literal(message.values),
  ).flatMap((part) => (typeof part === 'string' ? part.split(/(<\/?\w+\/?>)/) : [part as ReactNode]));
  const open: { tag?: string; children: ReactNode[] }[] = [{ children: [] }];
  const add = (node: ReactNode) => {
    const { children } = open.at(-1)!;
    children.push(<Fragment key={children.length}>{node}</Fragment>);
  };
  for (const part of parts) {
    const [, closes, tag, isEmpty] = (typeof part === 'string' && /^<(\/)?(\w+)(\/)?>$/.exec(part)) || [];
    const element = tag && components[tag];
    if (!element) add(part);
    else if (isEmpty) add(element);
    else if (!closes) open.push({ tag, children: [] });
    else if (open.at(-1)!.tag === tag) add(cloneElement(element, {}, open.pop()!.children));
  }
  return open[0]!.children;
}

/** Values whose text is no markup of the message, whatever people wrote. */
const literal = (values: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? [value] : value,
    ]),
  );
