import compile from 'fast-json-stringify';
import { z } from 'zod';

type Json = { [key: string]: unknown };

/**
 * A serializer of responses that match `schema`. It is compiled by the first of them: compiling those of all endpoints
 * would take a third of the start.
 */
export function serializerOf(schema: z.ZodType): (response: unknown) => string {
  let serialize: ((response: unknown) => string) | undefined;
  return (response) => {
    serialize ??= compile(responseSchema(schema));
    return serialize(response);
  };
}

/**
 * A response's schema in the form that the serializer handles fastest: names and types only, and `nullable` instead of
 * an `anyOf` that would be tried on every value. Responses are validated by tests, not at run time.
 */
function responseSchema(schema: z.ZodType): Json {
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
