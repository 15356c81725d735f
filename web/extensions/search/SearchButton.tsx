import { Search } from 'lucide-react';
import { useLocation } from 'wouter';
import { IconButton } from '../../ui/Button.tsx';
import { openSearch } from '../../ui/forms/open-search.ts';

/** Opens the search. */
export function SearchButton() {
  const [, navigate] = useLocation();
  return (
    <IconButton label="Search" onClick={() => openSearch(navigate)}>
      <Search size={20} />
    </IconButton>
  );
}
