import '../../ui/layers/share-dialog.css';
import { t } from '@lingui/core/macro';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { Download, Link, Share2 } from 'lucide-react';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { copyLink, shareFile } from '../../ui/layers/share.ts';
import { QrCode } from '../../ui/pictures/QrCode.tsx';

export interface Lamp {
  request_id: string;
  /** Of the song. */
  name: string;
  /** From 1. */
  number: number;
}

/** The picture of a lamp that the viewer has lit, to download and to share, with its link as a QR code. */
export default function LampDialog({ lamp, onClose }: { lamp: Lamp; onClose: () => void }) {
  const { request_id, name, number } = lamp;
  const picture = `/social/lamps/${request_id}-${number}.jpg`;
  const words = t`I lit lamp ${number} of ${VOTE_GOAL} for ${name}`;
  // Its preview is the picture.
  const link = `${location.origin}/leaderboard/${request_id}?lamp=${number}`;
  const file = `ovation-lamp-${number}.jpg`;
  return (
    <Sheet title={t`Share your part`} description={name} onClose={onClose} wide>
      <img
        src={picture}
        alt={words}
        width={1200}
        height={630}
        className="aspect-[40/21] h-auto w-full rounded-md bg-raised"
      />
      <div className="mt-5 flex flex-wrap gap-3">
        {'share' in navigator && (
          <Button look="ember" onClick={() => void shareFile(words, link, picture, file)}>
            <Share2 size={17} aria-hidden="true" /> {t`Share…`}
          </Button>
        )}
        <a href={picture} download={file} className={buttonLook()}>
          <Download size={17} aria-hidden="true" /> {t`Download`}
        </a>
        <Button onClick={() => void copyLink(link)}>
          <Link size={17} aria-hidden="true" /> {t`Copy link`}
        </Button>
      </div>
      <div className="share-scan mt-5">
        <QrCode text={link} label={t`QR code of the link to ${name}`} />
        <p className="min-w-0 text-soft wrap-anywhere">
          {t`Scan it to open the page on a phone:`}
          <br />
          {link}
        </p>
      </div>
    </Sheet>
  );
}
