import { Radio } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { useStartRadio } from './use-start-radio.ts';

/** Starts the radio of a track, an artist or a genre. @param seed as `GET /radio` takes it. */
export function RadioButton({ seed }: { seed: string }) {
  const { start, isPending } = useStartRadio(seed);
  return (
    <Button disabled={isPending} onClick={start}>
      <Radio size={16} aria-hidden="true" /> Start radio
    </Button>
  );
}
