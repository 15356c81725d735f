import { z } from 'zod';

type Json = { [key: string]: unknown };

/**
 * A response's schema in the form that Fastify's serializer handles fastest: names and types only, and `nullable`
 * instead of an `anyOf` that would be tried on every value. Responses are validated by tests, not at run time.
 */
export function responseSchema(schema: z.ZodType): Json {
  return simplify(z.toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as Json);
}

function simplify(node: Json): Json {
  const choices = node.anyOf as Json[] | undefined;
  if (choices?.length === 2 && choices[1]!.type === 'null')
    return { ...simplify(choices[0]!), nullable: true };
  const kept: Json = {};
  for (const key of ['type', 'required', 'additionalProperties', 'enum', 'const']) {
    if (key in node) kept[key] = node[key];
  }
  if (node.properties) {
    kept.properties = Object.fromEntries(
      Object.entries(node.properties as Record<string, Json>).map(([name, child]) => [name, simplify(child)]),
    );
  }
  if (node.items) kept.items = simplify(node.items as Json);
  if (choices) kept.anyOf = choices.map(simplify);
  return kept;
}
