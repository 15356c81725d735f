import { expect, it } from 'vitest';
import { english, fillMessage, keyOf, message } from './messages.ts';

const VOTES = '{n, plural, =0 {no votes} one {# vote} other {# votes}}';

it.each([
  ['en', 'Hello {name}, {name}!', 'Hello Ada, Ada!'],
  ['en', `You have ${VOTES} by {name}.`, 'You have 1,234 votes by Ada.'],
  ['de', `{n, plural, one {# Stimme} other {# Stimmen}}`, '1.234 Stimmen'],
  ['en', '{zero, plural, =0 {no votes} one {# vote} other {# votes}}', 'no votes'],
  ['pl', '{two, plural, one {# głos} few {# głosy} many {# głosów} other {# głosu}}', '2 głosy'],
  ['ar', '{two, plural, one {صوت} two {صوتان} other {#}}', 'صوتان'],
  ['en', '{two, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} of {n}', '2nd of 1234'],
  ['en', '{kind, select, artist {by {name}} other {here}} #1', 'by Ada #1'],
  ['en', '{other, select, artist {by {name}} other {here}}', 'here'],
  ['en', 'It’s {name}’s "song", isn\'t it?', 'It’s Ada’s "song", isn\'t it?'],
])('says in %s: %s', (language, text, said) => {
  const values = { name: 'Ada', n: 1234, zero: 0, two: 2, kind: 'artist', other: 'x' };
  expect(fillMessage(language, { [text]: text }, message(text, values))).toBe(said);
});

it('says the translation of a message in its context, and English without one', () => {
  const open = { message: 'Open', context: 'verb' };
  const texts = { [keyOf(open)]: 'Öffnen', Open: 'Offen' };
  expect(fillMessage('de', texts, open)).toBe('Öffnen');
  expect(fillMessage('de', texts, message('Open'))).toBe('Offen');
  expect(fillMessage('de', texts, message(english('Closed')))).toBe('Closed');
  // Arabic has categories that the English text has not.
  const place = message('{rank, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { rank: 2 });
  expect(fillMessage('ar', {}, place)).toBe('2nd');
});
