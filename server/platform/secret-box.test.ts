import { expect, it } from 'vitest';
import { secretBox } from './secret-box.ts';

const box = secretBox('a key of the tests');

it('opens what it sealed, each time differently', () => {
  const [one, two] = [box.seal('JBSWY3DP', 'ada'), box.seal('JBSWY3DP', 'ada')];
  expect(one).not.toBe(two);
  expect(one).not.toContain('JBSWY3DP');
  expect([box.open(one, 'ada'), box.open(two, 'ada')]).toEqual(['JBSWY3DP', 'JBSWY3DP']);
});

it('opens nothing for another owner, with another key, or after a change', () => {
  const sealed = box.seal('JBSWY3DP', 'ada');
  expect(box.open(sealed, 'bob')).toBeUndefined();
  expect(secretBox('another key').open(sealed, 'ada')).toBeUndefined();
  for (const at of [0, 20, sealed.length - 1]) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    // The last character may hold bits that decode to nothing.
    if (Buffer.from(changed, 'base64url').equals(Buffer.from(sealed, 'base64url'))) continue;
    expect(box.open(changed, 'ada')).toBeUndefined();
  }
  for (const short of ['', 'AAAA', 'A'.repeat(37)]) expect(box.open(short, 'ada')).toBeUndefined();
});
