import { t } from '@lingui/core/macro';
import './share-dialog.css';
import { useState } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { Button } from '../Button.tsx';
import { QrCode } from '../pictures/QrCode.tsx';
import { Slot } from '../Slot.tsx';
import { Sheet } from './Sheet.tsx';
import { copyLink, shareLink } from './share.ts';

/** Page that is shared and has a player for other sites. */
export interface Shared {
  name: string;
  /** Of its page. */
  path: string;
  kind: 'track' | 'playlist';
  id: string;
  /** Current position of the song, seconds. */
  second?: number;
}

/** The link of a page, also as a QR code. */
export default function ShareDialog({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  const { name, path, kind, id, second = 0 } = shared;
  const [at, setAt] = useState(false);
  const start = at ? `?t=${second}` : '';
  const startTime = formatDuration(second);
  const url = location.origin + path + start;
  return (
    <Sheet title={t`Share`} description={name} onClose={onClose} wide>
      <div className="share">
        <section>
          <h3>{t`Link`}</h3>
          <div className="flex gap-3">
            <input className="share-text" aria-label={t`Link`} readOnly value={url} onFocus={selectAll} />
            <Button look="ember" onClick={() => void copyLink(url)}>
              {t`Copy`}
            </Button>
            {'share' in navigator && <Button onClick={() => void shareLink(name, url)}>{t`Share…`}</Button>}
          </div>
          {second > 0 && (
            <label className="share-start">
              <input type="checkbox" checked={at} onChange={(event) => setAt(event.target.checked)} />
              {t`Start at ${startTime}`}
            </label>
          )}
        </section>
        <section className="share-scan">
          <QrCode text={url} label={t`QR code of the link to ${name}`} />
          <p className="text-soft">{t`Scan it to open the page on a phone.`}</p>
        </section>
        <Slot at="share" kind={kind} id={id} name={name} start={start} />
      </div>
    </Sheet>
  );
}

export const selectAll = (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
  event.currentTarget.select();
