import allTexts from 'virtual:texts';
import { t } from '@lingui/core/macro';
import type { Embed, EmbedTrack } from 'contract/extensions/sharing/embeds.ts';
import { languages } from 'contract/languages.ts';
import { Pause, Play } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { formatDuration } from '../../lib/format.ts';
import { setLanguage } from '../../lib/i18n.ts';
import { Mark } from '../../ui/pictures/Mark.tsx';
import styles from './embed.css?inline';

/** The code of `main.ts`, built as one script. */
declare const EMBED_SCRIPT: string | undefined;
export const embedScript = typeof EMBED_SCRIPT === 'string' ? EMBED_SCRIPT : '';

/** The document of an embedded player, complete in one response. The script is plain DOM code: see `main.ts`. */
export async function renderEmbed(embed: Embed): Promise<string> {
  const { language } = embed;
  const texts = (await allTexts[language]?.())?.default ?? {};
  // The rendering waits for nothing, so no other one comes between.
  setLanguage(language, texts);
  return `<!doctype html>${renderToStaticMarkup(<EmbedPage embed={embed} />)}`;
}

function EmbedPage({ embed }: { embed: Embed }) {
  const { title, url, kind, theme, tracks, notice, language, site } = embed;
  const { name: siteName } = site;
  const [first] = tracks;
  return (
    <html lang={language} dir={languages[language].dir} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} – ${site.name}`}</title>
        <link rel="canonical" href={url} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: styles + site.style }} />
      </head>
      <body>
        <main data-kind={kind}>
          {first ? <Player first={first} kind={kind} /> : <p className="notice">{notice}</p>}
          <a className="brand" href={url} target="_blank" rel="noopener" aria-label={t`Open on ${siteName}`}>
            <Mark />
            <span>{site.name}</span>
          </a>
          {kind === 'playlist' && first && <Tracks title={title} tracks={tracks} />}
        </main>
        {first && (
          <>
            <script
              id="data"
              type="application/json"
              dangerouslySetInnerHTML={{ __html: JSON.stringify(tracks).replaceAll('<', '\\u003c') }}
            />
            <script dangerouslySetInnerHTML={{ __html: embedScript }} />
          </>
        )}
      </body>
    </html>
  );
}

function Player({ first, kind }: { first: EmbedTrack; kind: Embed['kind'] }) {
  return (
    <>
      <img className="cover" src={first.cover ?? '/default-cover.svg'} alt="" width={320} height={320} />
      <div className="about">
        <a className="title" href={first.url} target="_blank" rel="noopener" dir="auto">
          {first.title}
        </a>
        <p dir="auto">
          <span className="artist">{first.artist}</span> <span className="label">{t`AI-generated`}</span>
        </p>
      </div>
      <div className="controls">
        <button type="button" className="play" aria-label={t`Play`} data-play={t`Play`} data-pause={t`Pause`}>
          <Play size={22} fill="currentColor" strokeWidth={1.5} aria-hidden="true" />
          <Pause size={22} fill="currentColor" strokeWidth={1.5} aria-hidden="true" />
        </button>
        <div className="wave" dir="ltr">
          <svg aria-hidden="true">
            <path />
            <path className="played" />
          </svg>
          <input
            type="range"
            aria-label={t`Position`}
            data-of={t`${{ position: '{position}' }} of ${{ duration: '{duration}' }}`}
            min={0}
            max={first.seconds}
            step={1}
            defaultValue={0}
          />
        </div>
        <span className="time">{formatDuration(first.seconds)}</span>
      </div>
      {kind === 'track' && <Fallback track={first} />}
    </>
  );
}

/** The browser's own player, where scripts are off. */
const Fallback = ({ track }: { track: EmbedTrack }) => (
  <noscript>
    {/* biome-ignore lint/a11y/useMediaCaption: music has no captions */}
    <audio controls preload="none" src={track.audio} />
  </noscript>
);

function Tracks({ title, tracks }: { title: string; tracks: EmbedTrack[] }) {
  return (
    <section aria-label={title}>
      <ol>
        {tracks.map((track) => (
          <li key={track.id}>
            <button type="button">
              <span className="name" dir="auto">
                {track.title}
              </span>
              <span className="by" dir="auto">
                {track.artist}
              </span>
              <span className="time">{formatDuration(track.seconds)}</span>
            </button>
            <Fallback track={track} />
          </li>
        ))}
      </ol>
    </section>
  );
}
