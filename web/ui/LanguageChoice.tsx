import { t } from '@lingui/core/macro';
import { type LanguageCode, languages } from 'contract/languages.ts';
import { language } from '../lib/i18n.ts';

/** A year, seconds. */
const REMEMBERED = 31_536_000;

/** The languages that the server offers. */
export const offeredLanguages = () =>
  (document.documentElement.dataset.languages?.split(' ') ?? []) as LanguageCode[];

/** Remembers a language and shows the page in it. */
export function chooseLanguage(code: LanguageCode): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store yet, and the server reads it.
  document.cookie = `language=${code}; path=/; max-age=${REMEMBERED}; samesite=lax`;
  const url = new URL(location.href);
  url.searchParams.delete('lang');
  // Going to the same address with a fragment would not load the page.
  history.replaceState(history.state, '', url);
  location.reload();
}

/** The choice among the settings. */
export const LanguageRow = () =>
  offeredLanguages().length > 1 && (
    <div className="setting">
      <span className="font-medium">{t`Language`}</span>
      <LanguageChoice />
    </div>
  );

/** Chooses the language of the page, each by its own name; nothing if there is only one. */
export function LanguageChoice() {
  const offered = offeredLanguages();
  if (offered.length < 2) return null;
  return (
    <select
      aria-label={t`Language`}
      value={language}
      onChange={({ target }) => chooseLanguage(target.value as LanguageCode)}
      className="min-h-11 rounded-full border border-line bg-stage px-4 text-soft transition hover:text-ink"
    >
      {offered.map((code) => (
        <option key={code} value={code} lang={code}>
          {languages[code].name}
        </option>
      ))}
    </select>
  );
}
