import { biquad, filter } from './filters.ts';
import { RATE } from './tables.ts';

export type Echo = { seconds: number; feedback: number; level: number };

/** Adds ping-pong repeats, thinner and darker each time, and lets a little of them into the room's send. */
export function addEcho(
  left: Float32Array,
  right: Float32Array,
  send: Float32Array,
  room: { left: Float32Array; right: Float32Array },
  echo: Echo,
): void {
  filter(send, biquad('highpass', 260, 0.7));
  const delay = Math.round(echo.seconds * RATE);
  const lineL = new Float32Array(delay);
  const lineR = new Float32Array(delay);
  let at = 0;
  let [lowL, lowR] = [0, 0];
  for (let i = 0; i < left.length; i++) {
    const l = lineL[at]!;
    const r = lineR[at]!;
    lowL += 0.42 * (l - lowL);
    lowR += 0.42 * (r - lowR);
    lineL[at] = send[i]! + echo.feedback * lowR + 1e-15;
    lineR[at] = echo.feedback * lowL;
    left[i]! += echo.level * l;
    right[i]! += echo.level * r;
    room.left[i]! += 0.44 * echo.level * l;
    room.right[i]! += 0.44 * echo.level * r;
    if (++at === delay) at = 0;
  }
}
