/**
 * Lets everybody who asks while an answer is awaited share the next one, which is asked for after they asked: at most
 * one is awaited at a time, and none is older than its question.
 */
export function shareNext<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const asked = ask();
      running = asked.catch(() => {});
      return asked;
    });
    return next;
  };
}
