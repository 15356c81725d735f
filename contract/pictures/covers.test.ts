import { describe, expect, it } from 'vitest';
import { COVER_MAIN_WIDTH, COVER_WIDTHS, coverAt, coverPreload, coverSrcSet } from './covers.ts';

const ours = 'http://o.test/media/0123456789abcdef0123456789abcdef-640.webp';

describe('a cover of ours', () => {
  it('names every width', () => {
    const set = coverSrcSet(ours)!.split(', ');
    expect(set).toHaveLength(COVER_WIDTHS.length);
    expect(set[0]).toBe(`${ours.replace('-640', '-96')} 96w`);
    expect(coverAt(ours, COVER_MAIN_WIDTH)).toBe(ours);
    expect(coverAt(ours, 1280)).toBe(ours.replace('-640', '-1280'));
  });

  it('is announced with the same set', () => {
    expect(coverPreload(ours)).toContain(`imagesrcset="${coverSrcSet(ours)}"`);
  });
});

describe.each([null, '', 'https://elsewhere.example/cover.jpg', 'https://elsewhere.example/a-640.webp?x=1'])(
  '%j, which is not one of ours,',
  (url) => {
    it('has no set and is not announced', () => {
      expect(coverSrcSet(url)).toBeUndefined();
      expect(coverPreload(url)).toBe('');
    });
  },
);

it('no address breaks out of the tag that announces it', () => {
  const tag = coverPreload('https://elsewhere.example/"><script>alert(1)</script>-640.webp');
  expect(tag).not.toContain('<script');
});
