import net from 'node:net';

/** Sends POST requests one after the other over one connection. */
export interface Caller {
  /** Sends an empty POST. @returns the response time, ms. @throws Error unless the response is a 200. */
  post: (path: string, token: string) => Promise<number>;
  close: () => void;
}

/** A minimal client: a heavier one would measure itself. */
export async function caller(url: string): Promise<Caller> {
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let text = '';
  let answered: ((answer: string) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
    const head = text.indexOf('\r\n\r\n');
    if (head === -1) return;
    const [, length = '0'] = /content-length: (\d+)/i.exec(text) ?? [];
    if (text.length < head + 4 + Number(length)) return;
    const whole = text;
    text = '';
    answered?.(whole);
  });
  socket.on('close', () => failed?.(new Error(`${url} closed the connection`)));
  socket.on('error', (error) => failed?.(error));
  return {
    post: async (path, token) => {
      const began = performance.now();
      const answer = await new Promise<string>((resolve, reject) => {
        [answered, failed] = [resolve, reject];
        if (socket.destroyed) return reject(new Error(`${url} closed the idle connection`));
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0\r\n\r\n`,
        );
      });
      if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`${path}: ${answer}`);
      return performance.now() - began;
    },
    close: () => {
      failed = undefined;
      socket.destroy();
    },
  };
}
