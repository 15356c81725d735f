// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { returnPath } from './guards.tsx';

const from = (address: string) => returnPath(`from=${encodeURIComponent(address)}`);

it.each(['/', '/profile', '/?q=a+b&section=new', '/playlists/7#top', '/create?x=https://evil.example'])(
  'leads back to %s',
  (address) => expect(from(address)).toBe(address),
);

it.each([
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  'profile',
  '',
  '//',
  '/login',
  '/login?from=/login',
  '/signup',
])('leads to the first page from %j', (address) => expect(from(address)).toBe('/'));

it('leads to the first page when nothing is said', () => expect(returnPath('')).toBe('/'));

it('never leads to an address that the browser would take for another site', () => {
  for (const address of ['/%09/evil.example', '/%5Cevil.example', '/%2F/evil.example', '/.//evil.example']) {
    expect(new URL(returnPath(`from=${address}`), location.href).origin).toBe(location.origin);
    expect(new URL(from(address), location.href).origin).toBe(location.origin);
  }
});
