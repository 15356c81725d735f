import { useState } from 'react';

interface Person {
  username: string;
  email: string;
  avatar_url: string | null;
}

/** A person's picture, or the first two letters of their username or email (§2). */
export function Avatar({ user, className }: { user: Person; className: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const letters = [...(user.username || user.email)].slice(0, 2).join('').toUpperCase();
  if (user.avatar_url && broken !== user.avatar_url) {
    const onError = () => setBroken(user.avatar_url);
    return (
      <img
        src={user.avatar_url}
        alt=""
        onError={onError}
        className={`rounded-full object-cover ${className}`}
      />
    );
  }
  return (
    // Drawn by CSS: as text, the letters would become part of the name of a button around them.
    <span
      aria-hidden="true"
      data-letters={letters}
      className={`avatar grid place-items-center rounded-full font-semibold before:content-[attr(data-letters)] ${className}`}
    />
  );
}
