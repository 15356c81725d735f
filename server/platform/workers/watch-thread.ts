import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

export interface Watch {
  /** Limit of resident memory, of which V8's own limit counts only the heap. */
  maxBytes: number;
  /** The file descriptor that gets the CPU time so far, a line with seconds at a time. */
  cpuPipe: number;
}

const MEMORY_EVERY_MS = 50;
const CPU_EVERY_MS = 500;

/** Watches its process from a thread, because long work keeps the event loop of the process from turning. */
const { maxBytes, cpuPipe } = workerData as Watch;
const end = () => process.kill(process.pid, 'SIGKILL');
setInterval(() => {
  if (process.memoryUsage.rss() <= maxBytes) return;
  writeSync(2, `It used more than ${Math.round(maxBytes / 1024 / 1024)} MB of memory.\n`);
  end();
}, MEMORY_EVERY_MS);
setInterval(() => {
  const { user, system } = process.cpuUsage();
  try {
    writeSync(cpuPipe, `${(user + system) / 1e6}\n`);
  } catch {
    // The server is gone.
    end();
  }
}, CPU_EVERY_MS);
