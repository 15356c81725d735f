import { t } from '@lingui/core/macro';
import type { Provenance } from 'contract/features/track-page.ts';
import type { Track } from 'contract/features/tracks.ts';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { Making } from './TrackFacts.tsx';

/** Everything that is known about how a track was made. */
export default function HowItWasMade({
  track,
  provenance,
  onClose,
}: {
  track: Track;
  provenance: Provenance | null;
  onClose: () => void;
}) {
  return (
    <Sheet
      title={t`How it was made`}
      description={t`${{ title: track.title }} by ${{ artist: track.display_artist }}`}
      onClose={onClose}
    >
      <Making track={track} provenance={provenance} />
    </Sheet>
  );
}
