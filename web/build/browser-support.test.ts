import { expect, it } from 'vitest';
import { unsupportedFeatures } from './browser-support.ts';

it.each([
  ['URL.parse("/x", location.origin)', ['URL.parse']],
  ['new Intl.DurationFormat("en")', ['Intl.DurationFormat']],
  ['requestIdleCallback(() => {})', ['requestIdleCallback']],
  ['list.values().map(String).some((one) => one).drop(1)', ['.drop()']],
  ['new Set().union(other)', ['.union()']],
  ['Promise.try(work)', ['Promise.try']],
])('refuses %s, which a supported browser lacks', (code, features) => {
  expect(unsupportedFeatures(code)).toEqual(features);
});

it.each([
  'new URL("/x", location.origin).searchParams.get("q")',
  'list.toSorted().at(-1)',
  'structuredClone({})',
  'new Intl.RelativeTimeFormat("en").format(-1, "day")',
  'store.subscribe(() => {}); const union = 1;',
  'window.requestIdleCallback?.(work)',
  'document.startViewTransition?.(work)',
])('accepts %s', (code) => expect(unsupportedFeatures(code)).toEqual([]));
