import { AppLink } from '../../ui/AppLink.tsx';

const NAMES = {
  activity: 'Activity',
  requests: 'Requests',
  credits: 'Credits',
  settings: 'Settings',
};
type View = keyof typeof NAMES;

/** The view in a profile's query string (`?view=`). */
export function viewOf(search: string): View {
  const view = new URLSearchParams(search).get('view') ?? '';
  return Object.hasOwn(NAMES, view) ? (view as View) : 'activity';
}

/** Tabs for the parts of the viewer's profile. */
export function ProfileViews({ view }: { view: View }) {
  return (
    <nav aria-label="Profile" className="relative -mx-4 overflow-x-auto px-4">
      <ul className="flex w-max min-w-full rounded-full bg-raised p-1 sm:inline-flex sm:min-w-0">
        {(Object.keys(NAMES) as View[]).map((item) => (
          <li key={item} className="flex-auto">
            <AppLink
              href={item === 'activity' ? '/profile' : `/profile?view=${item}`}
              aria-current={item === view ? 'page' : undefined}
              className="flex h-11 items-center justify-center gap-1.5 rounded-full px-2 text-[0.9375rem] font-semibold whitespace-nowrap text-soft transition hover:text-ink aria-[current=page]:bg-ground aria-[current=page]:text-ink sm:gap-2 sm:px-4 sm:text-base md:h-10"
            >
              {NAMES[item]}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
