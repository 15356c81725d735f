import type { Api } from 'contract/api.ts';
import { type Input, noAnswer, type Parts, request } from './http/api.ts';

/** Downloads an endpoint's response as a file. */
export async function download<A extends keyof Api>(name: string, route: A, input: Input<A>): Promise<void> {
  const response = await request(route, input as Parts);
  const url = URL.createObjectURL(await response.blob().catch(noAnswer));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
