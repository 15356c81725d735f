import { t } from '@lingui/core/macro';
import { AppLink } from '../ui/AppLink.tsx';
import { buttonLook } from '../ui/Button.tsx';
import { LostPage } from '../ui/pictures/illustrations.tsx';
import { useTitle } from '../ui/use-title.ts';

export default function NotFound() {
  useTitle(t`Page Not Found`);
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-20 text-center">
      <LostPage className="mb-3 h-32 w-auto text-faint" />
      <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">{t`Page Not Found`}</h1>
      <p className="text-soft">{t`There is nothing at this address.`}</p>
      <AppLink href="/" className={`${buttonLook('ember', 'lg')} mt-4`}>
        {t`Back to Explore`}
      </AppLink>
    </div>
  );
}
