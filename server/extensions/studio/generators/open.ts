import { traced } from '../../../platform/tracing.ts';
import type { MusicGenerator } from '../generator.ts';
import { aceStep } from './ace-step.ts';
import { houseBand } from './house-band.ts';
import { replicate } from './replicate.ts';
import type { GeneratorSettings } from './settings.ts';

/**
 * The house band, and the generators that the operator has set up, the preferred one first.
 * @param publicUrl where a provider can reach this server; without it, nobody sends webhooks.
 */
export function openGenerators(settings: GeneratorSettings, publicUrl: string | undefined): MusicGenerator[] {
  const webhookUrl = publicUrl?.startsWith('https:') ? `${publicUrl}/studio/webhooks/replicate` : undefined;
  const generators = [
    houseBand(),
    ...(settings.aceStep ? [aceStep(settings.aceStep)] : []),
    ...(settings.replicate ? [replicate(settings.replicate, webhookUrl)] : []),
  ];
  return generators
    .sort((a, b) => Number(b.id === settings.preferred) - Number(a.id === settings.preferred))
    .map(tracedGenerator);
}

const tracedGenerator = (generator: MusicGenerator): MusicGenerator => ({
  ...generator,
  submit: traced(`${generator.id} submit`, generator.submit),
  poll: traced(`${generator.id} poll`, generator.poll),
  fetch: traced(`${generator.id} fetch`, generator.fetch),
});
