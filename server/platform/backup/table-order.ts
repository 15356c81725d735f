/** Sorts tables so that each comes after those it refers to. Tables that refer to each other keep their order. */
export function parentsFirst(
  tables: readonly string[],
  references: readonly { child: string; parent: string }[],
): string[] {
  const sorted = new Set<string>();
  const visited = new Set<string>();
  const visit = (table: string) => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const { child, parent } of references) if (child === table && tables.includes(parent)) visit(parent);
    sorted.add(table);
  };
  for (const table of tables) visit(table);
  return [...sorted];
}
