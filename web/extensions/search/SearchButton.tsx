import { Search } from 'lucide-react';
import { IconButton } from '../../ui/Button.tsx';
import { searching } from '../../ui/forms/searching.ts';

/** Opens the search over everything. */
export function SearchButton() {
  return (
    <IconButton label="Search" onClick={() => searching.set(true)}>
      <Search size={20} />
    </IconButton>
  );
}
