import { z } from 'zod';

type Json = { [key: string]: unknown };

/**
 * An answer's schema as Fastify's serializer reads it fastest: only names and types, `nullable` instead of a
 * choice that would be tried out on every value. What is true of the values is the schema's business when
 * they come in, and the tests' when they go out.
 */
export function answerSchema(schema: z.ZodType): Json {
  return lean(z.toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as Json);
}

function lean(node: Json): Json {
  const choices = node.anyOf as Json[] | undefined;
  if (choices?.length === 2 && choices[1]!.type === 'null') return { ...lean(choices[0]!), nullable: true };
  const kept: Json = {};
  for (const key of ['type', 'required', 'additionalProperties', 'enum', 'const']) {
    if (key in node) kept[key] = node[key];
  }
  if (node.properties) {
    kept.properties = Object.fromEntries(
      Object.entries(node.properties as Record<string, Json>).map(([name, child]) => [name, lean(child)]),
    );
  }
  if (node.items) kept.items = lean(node.items as Json);
  if (choices) kept.anyOf = choices.map(lean);
  return kept;
}
