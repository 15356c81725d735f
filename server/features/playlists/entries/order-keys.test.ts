import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyBetween, NO_KEY, newKeys } from './order-keys.ts';

it('new keys are in order', () => {
  const keys = newKeys(1000);
  expect(keys).toEqual(keys.toSorted());
  expect(new Set(keys).size).toBe(1000);
});

it('a key is between its neighbors as text, whatever was inserted before; without room it says so', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { maxLength: 300 }), (places) => {
      let keys = newKeys(2);
      for (const nth of places) {
        const place = nth % (keys.length + 1);
        const [before, after] = [keys[place - 1], keys[place]];
        const key = keyBetween(before, after);
        if (key === undefined) {
          keys = newKeys(keys.length);
          continue;
        }
        expect(before === undefined || before < key).toBe(true);
        expect(after === undefined || key < after).toBe(true);
        expect(key.length).toBeLessThanOrEqual(40);
        keys.splice(place, 0, key);
      }
    }),
  );
});

it('no place takes keys without end', () => {
  let [low, high] = newKeys(2) as [string, string];
  let moves = 0;
  for (let key = keyBetween(low, high); key !== undefined; key = keyBetween(low, high)) {
    if (moves++ % 2 === 0) low = key;
    else high = key;
  }
  expect(moves).toBeGreaterThan(90);
  expect(keyBetween(undefined, '000000')).toBeUndefined();
  expect(keyBetween('999999', undefined)).toBeUndefined();
  expect(keyBetween(undefined, undefined)).toBe('500000');
  expect(keyBetween('500000', NO_KEY)).toBeUndefined();
});
