import { t } from '@lingui/core/macro';
import { embedCode, embedPath } from 'contract/extensions/sharing/embeds.ts';
import { Download } from 'lucide-react';
import { site } from '../../lib/site.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { selectAll } from '../../ui/layers/ShareDialog.tsx';
import { copyText } from '../../ui/layers/share.ts';

/** The HTML that embeds the player of a page, and the picture of a song. */
export function ShareParts({
  kind,
  id,
  name,
  start,
}: {
  kind: 'track' | 'playlist';
  id: string;
  name: string;
  start: string;
}) {
  const { name: siteName } = site;
  const code = embedCode(kind, location.origin + embedPath(kind, id) + start, name);
  const picture = `/social/tracks/${id}.jpg`;
  return (
    <>
      <section>
        <h3>{t`Player for your site`}</h3>
        <textarea className="share-text" aria-label="HTML" readOnly value={code} onFocus={selectAll} />
        <Button onClick={() => void copyText(code, t`HTML copied`, t`The HTML could not be copied`)}>
          {t`Copy HTML`}
        </Button>
      </section>
      {kind === 'track' && (
        <section className="share-picture">
          <h3>{t`Picture`}</h3>
          <img src={picture} alt={t`${name} on ${siteName}`} width={1200} height={630} loading="lazy" />
          <a href={picture} download={`ovation-${id}.jpg`} className={buttonLook()}>
            <Download size={17} aria-hidden="true" /> {t`Download`}
          </a>
        </section>
      )}
    </>
  );
}
