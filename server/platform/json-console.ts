import { format } from 'node:util';

/** Pino's numbers of the levels. */
const LEVELS = { info: 30, error: 50 };

/** Makes `console` write JSON like the log, to standard output, so that one parser reads all of it. */
export function jsonConsole(): void {
  const write =
    (level: number) =>
    (...values: unknown[]): void => {
      process.stdout.write(`${JSON.stringify({ level, time: Date.now(), msg: format(...values) })}\n`);
    };
  console.log = write(LEVELS.info);
  console.error = write(LEVELS.error);
}
