import { t } from '@lingui/core/macro';
import { type LanguageCode, languages } from 'contract/languages.ts';
import { call } from '../lib/http/api.ts';
import { language } from '../lib/i18n.ts';
import { session } from '../lib/storage/session-token.ts';
import { toastProblem } from './layers/toasts.ts';

/** A year, seconds. */
const REMEMBERED = 31_536_000;

/** The languages that the server offers. */
export const offeredLanguages = () =>
  (document.documentElement.dataset.languages?.split(' ') ?? []) as LanguageCode[];

const isRemembered = (code: string) => document.cookie.split('; ').includes(`language=${code}`);

/** Remembers a language in this browser and shows the page in it. */
function show(code: LanguageCode): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store yet, and the server reads it.
  document.cookie = `language=${code}; path=/; max-age=${REMEMBERED}; samesite=lax`;
  const url = new URL(location.href);
  if (isRemembered(code)) url.searchParams.delete('lang');
  // Cookies are refused here.
  else url.searchParams.set('lang', code);
  // Going to the same address with a fragment would not load the page.
  history.replaceState(history.state, '', url);
  location.reload();
}

/** Shows the page in a language from now on; a member's mails and pushes come in it, too. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  try {
    if (session.token() !== null) await call('PATCH /auth/me', { body: { language: code } });
    show(code);
  } catch (error) {
    toastProblem(t`Couldn’t change the language`, error);
  }
}

/** Shows the page in the language that a member has chosen, also elsewhere, unless the address names another. */
export function followLanguage(setting: string | null): void {
  const code = offeredLanguages().find((one) => one === setting);
  // Where the cookie is set already, the server had its reasons, and loading the page again would not help.
  if (!code || code === language || isRemembered(code) || new URL(location.href).searchParams.has('lang'))
    return;
  show(code);
}

/** The choice among the settings. */
export const LanguageRow = ({ saved }: { saved: string | null }) =>
  offeredLanguages().length > 1 && (
    <div className="setting">
      <span className="font-medium">{t`Language`}</span>
      <LanguageChoice saved={saved} />
    </div>
  );

/**
 * Chooses the language of the page, each by its own name; nothing if there is only one.
 * @param saved a member's language.
 */
export function LanguageChoice({ saved = null }: { saved?: string | null }) {
  const offered = offeredLanguages();
  if (offered.length < 2) return null;
  return (
    <select
      aria-label={t`Language`}
      value={offered.find((code) => code === saved) ?? language}
      onChange={({ target }) => void chooseLanguage(target.value as LanguageCode)}
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
