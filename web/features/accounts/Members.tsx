import { useInfiniteQuery } from '@tanstack/react-query';
import { pluralize } from 'contract/pluralize.ts';
import { useDeferredValue, useState } from 'react';
import { Field } from '../../ui/Field.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { MemberRow } from './MemberRow.tsx';
import { membersQuery } from './member-queries.ts';

/** Up to here the server counts. */
const COUNTED_MAX = 10_000;

/** Finds members, for admins. */
export default function Members() {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const query = useInfiniteQuery(membersQuery(q));
  const total = query.data?.pages[0]?.total;
  return (
    <>
      <div className="mb-5 sm:max-w-sm">
        <Field
          label="Find a member"
          type="search"
          autoComplete="off"
          spellCheck={false}
          hint="The beginning of an email or a username."
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <p role="status" className="mb-3 text-sm text-faint">
        {total === undefined
          ? ' '
          : `${pluralize(total, 'member')}${total === COUNTED_MAX ? ' or more' : ''}`}
      </p>
      <PagedList
        query={query}
        loading="Loading members..."
        empty="No member’s email or username begins like this."
        failed="Failed to load members"
      >
        {(member) => <MemberRow key={member.id} member={member} />}
      </PagedList>
    </>
  );
}
