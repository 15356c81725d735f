import { expect, it, vi } from 'vitest';

it('zod calls no Function constructor, which the page’s policy would log as a violation', async () => {
  vi.resetModules();
  const evaluated = vi.fn();
  vi.stubGlobal('Function', evaluated);
  const globals = globalThis as { __zod_globalConfig?: unknown };
  delete globals.__zod_globalConfig;
  await import('./zod-jitless.ts');
  const { logIn } = await import('contract/features/accounts/accounts.ts');
  expect(logIn.body.safeParse({ email: 'a@b.example', password: 'long enough' }).success).toBe(true);
  expect(evaluated).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
  delete globals.__zod_globalConfig;
});
