import { afterAll } from 'vitest';

if (process.env.TEST_DATABASE_TEMPLATE)
  afterAll(async () => {
    const { dropFree } = await import('./databases.ts');
    await dropFree();
  });
