import { sql } from 'kysely';
import type { Db } from '../schema.ts';

interface TableShape {
  /** Of each column its type, and whether it takes null and fills in a value of its own. */
  columns: Record<string, { type: string; nullable: boolean; filled: boolean }>;
  /** Constraints on a row besides: keys, unique indexes, checks and references, as the engine writes them. */
  rules: string[];
}

export type SchemaShape = Record<string, TableShape>;

/** The tables of a database, as far as statements notice. Search indexes of SQLite, which are tables, are left out. */
export async function shapeOf(db: Db, engine: 'sqlite' | 'postgres'): Promise<SchemaShape> {
  const [columns, rules] = engine === 'sqlite' ? SQLITE : POSTGRES;
  const shape: SchemaShape = {};
  for (const row of (await columns.execute(db)).rows) {
    const { table, column, type, nullable, filled } = row;
    shape[table] ??= { columns: {}, rules: [] };
    shape[table].columns[column] = { type, nullable: Boolean(nullable), filled: Boolean(filled) };
  }
  for (const { table, rule } of (await rules.execute(db)).rows)
    shape[table]?.rules.push(rule.replace(/\s+/g, ' '));
  return shape;
}

/** Lists what of an older schema this one lacks, and what it newly demands of a row that the older version writes. */
export function breaksFor(older: SchemaShape, newer: SchemaShape): string[] {
  return Object.entries(older).flatMap(([table, before]) => {
    const after = newer[table];
    if (!after) return [`${table} is gone`];
    const columns = Object.entries(after.columns);
    return [
      ...Object.keys(before.columns)
        .filter((name) => !(name in after.columns))
        .map((name) => `${table}.${name} is gone`),
      ...columns.flatMap(([name, { type, nullable, filled }]) => {
        const known = before.columns[name];
        if (!known) return nullable || filled ? [] : [`${table}.${name} has to be filled in`];
        if (known.type !== type) return [`${table}.${name} is ${type}, not ${known.type}`];
        const demands = (known.nullable && !nullable) || (known.filled && !filled && !nullable);
        return demands ? [`${table}.${name} has to be filled in`] : [];
      }),
      ...without(before.rules, after.rules).map((rule) => `${table} lost: ${rule}`),
      ...without(after.rules, before.rules)
        // The older version leaves a new column as it is.
        .filter((rule) => !columns.some(([name]) => !(name in before.columns) && words(rule).includes(name)))
        .map((rule) => `${table} newly demands: ${rule}`),
    ];
  });
}

const words = (rule: string): string[] => rule.match(/\w+/g) ?? [];
const without = (some: string[], others: string[]) => some.filter((one) => !others.includes(one));

type Column = { table: string; column: string; type: string; nullable: unknown; filled: unknown };
type Rule = { table: string; rule: string };

/** Checks and references are parts of `create table`; those of a new column come with it. */
const SQLITE = [
  sql<Column>`select m.name as "table", c.name as "column", lower(c.type) as type,
      c."notnull" = 0 and c.pk = 0 as nullable, c.dflt_value is not null or c.hidden > 0
        or (c.pk = 1 and lower(c.type) = 'integer') as filled
    from sqlite_master m join pragma_table_xinfo(m.name) c
    where m.type = 'table' and m.name not like 'sqlite%' and m.name not like '%search%'
      and m.name not like 'kysely%'
    order by m.name, c.name`,
  sql<Rule>`select m.name as "table", 'unique (' || (
        select group_concat(coalesce(x.name, 'an expression'), ', ') from pragma_index_xinfo(i.name) x where x.key = 1
      ) || ')' || case when i.partial then ' of some rows' else '' end as rule
    from sqlite_master m join pragma_index_list(m.name) i on i."unique" = 1 where m.type = 'table'
    union all
    select m.name, f."from" || ' references ' || f."table" from sqlite_master m join pragma_foreign_key_list(m.name) f
    where m.type = 'table'
    order by 1, 2`,
] as const;

const POSTGRES = [
  sql<Column>`select table_name as "table", column_name as "column", data_type as type,
      is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as filled
    from information_schema.columns where table_schema = current_schema() and table_name not like 'kysely%'
    order by 1, 2`,
  sql<Rule>`select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as rule from pg_constraint
    where connamespace = current_schema()::regnamespace and contype in ('c', 'f')
    union all
    select tablename, regexp_replace(indexdef, '^.* USING ', 'unique using ') from pg_indexes
    where schemaname = current_schema() and indexdef like 'CREATE UNIQUE%'
    order by 1, 2`,
] as const;
