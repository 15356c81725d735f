import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Problem } from 'contract/errors.ts';

/**
 * Reads a password without echo from a terminal, or from the first line of standard input. An argument would be
 * visible in the list of processes.
 * @throws Problem when there is no line to read.
 */
export async function askPassword(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  const terminal = stdin.isTTY === true;
  if (terminal) stderr.write(prompt);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silence, terminal });
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
    if (terminal) stderr.write('\n');
  }
  throw new Problem('bad_input', 'No password was given.');
}
