import { GeneratorError } from '../generator.ts';

/** How long a check may take, ms. */
export const CHECK_TIMEOUT_MS = 10_000;

/** The result of a check: what `ask` says, or why it failed. */
export async function checked(ask: () => Promise<string>): Promise<{ reachable: boolean; message: string }> {
  try {
    return { reachable: true, message: await ask() };
  } catch (error) {
    if (error instanceof GeneratorError) return { reachable: false, message: error.message };
    throw error;
  }
}
