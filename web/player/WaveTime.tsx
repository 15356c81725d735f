import './wave-time.css';
import { useEffect, useRef } from 'react';
import { formatDuration } from '../lib/format.ts';

/**
 * Shows the time under the pointer above a waveform, and the time of its slider while that has the keyboard's focus.
 * It belongs into the element that the slider fills. @param duration seconds.
 */
export function WaveTime({ duration }: { duration: number }) {
  const bubble = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = bubble.current!;
    const box = element.parentElement!;
    const slider = box.querySelector('input')!;
    const show = (second: number) => {
      element.textContent = formatDuration(second);
      element.style.setProperty('--at', String(duration > 0 ? second / duration : 0));
      element.hidden = false;
    };
    const hide = () => {
      element.hidden = true;
    };
    const onMove = ({ clientX }: PointerEvent) => {
      const { left, width } = box.getBoundingClientRect();
      const share = Math.max(0, Math.min(1, (clientX - left) / width));
      show(Math.round(share * duration));
    };
    const onFocus = () => slider.matches(':focus-visible') && show(slider.valueAsNumber);
    const handlers: [string, (event: never) => void][] = [
      ['pointermove', onMove],
      ['pointerdown', onMove],
      ['pointerleave', hide],
      ['pointercancel', hide],
      ['focusin', onFocus],
      ['focusout', hide],
      ['keyup', onFocus],
    ];
    for (const [name, handle] of handlers) box.addEventListener(name, handle as EventListener);
    return () => {
      for (const [name, handle] of handlers) box.removeEventListener(name, handle as EventListener);
    };
  }, [duration]);
  // The slider's own text says it to screen readers.
  return <span ref={bubble} hidden aria-hidden="true" className="wave-time figures" />;
}
