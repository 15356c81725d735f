import './share-dialog.css';
import { type Embed, embedCode, embedPath } from 'contract/extensions/sharing/embeds.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { Button, buttonLook } from '../Button.tsx';
import { QrCode } from '../pictures/QrCode.tsx';
import { Sheet } from './Sheet.tsx';
import { copyLink, copyText, shareLink } from './share.ts';

/** What is shared: a page that has a player for other sites. */
export interface Shared {
  name: string;
  /** Of its page. */
  path: string;
  kind: Embed['kind'];
  id: string;
  /** Where the song is right now, seconds. */
  second?: number;
}

/** The link of a page, also as a QR code, the HTML that embeds its player, and the picture of a song. */
export default function ShareDialog({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  const { name, path, kind, id, second = 0 } = shared;
  const [at, setAt] = useState(false);
  const start = at ? `?t=${second}` : '';
  const url = location.origin + path + start;
  const code = embedCode(kind, location.origin + embedPath(kind, id) + start, name);
  const picture = `/social/tracks/${id}.jpg`;
  return (
    <Sheet title="Share" description={name} onClose={onClose} wide>
      <div className="share">
        <section>
          <h3>Link</h3>
          <div className="flex gap-3">
            <input className="share-text" aria-label="Link" readOnly value={url} onFocus={selectAll} />
            <Button look="ember" onClick={() => void copyLink(url)}>
              Copy
            </Button>
            {'share' in navigator && <Button onClick={() => void shareLink(name, url)}>Share…</Button>}
          </div>
          {second > 0 && (
            <label className="share-start">
              <input type="checkbox" checked={at} onChange={(event) => setAt(event.target.checked)} />
              Start at {formatDuration(second)}
            </label>
          )}
        </section>
        <section className="share-scan">
          <QrCode text={url} label={`QR code of the link to ${name}`} />
          <p className="text-soft">Scan it to open the page on a phone.</p>
        </section>
        <section>
          <h3>Player for your site</h3>
          <textarea className="share-text" aria-label="HTML" readOnly value={code} onFocus={selectAll} />
          <Button onClick={() => void copyText(code, 'HTML copied', 'The HTML could not be copied')}>
            Copy HTML
          </Button>
        </section>
        {kind === 'track' && (
          <section className="share-picture">
            <h3>Picture</h3>
            <img src={picture} alt={`${name} on Ovation`} width={1200} height={630} loading="lazy" />
            <a href={picture} download={`ovation-${id}.jpg`} className={buttonLook()}>
              <Download size={17} aria-hidden="true" /> Download
            </a>
          </section>
        )}
      </div>
    </Sheet>
  );
}

const selectAll = (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
  event.currentTarget.select();
