import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { RequestForm, type RequestFormProps } from './RequestForm.tsx';

/** 'Request AI-Generated Music' (§2). */
export default function RequestDialog(props: RequestFormProps) {
  return (
    <Sheet
      title={
        <>
          Request <span className="whitespace-nowrap">AI-Generated</span> Music
        </>
      }
      description={`At ${VOTE_GOAL} votes your song is queued, made and released.`}
      wide
      onClose={props.onClose}
    >
      <RequestForm {...props} />
    </Sheet>
  );
}
