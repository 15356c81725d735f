/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** One operation of the OpenAPI document. */
export interface Operation {
  method: string;
  /** With its parameters in braces: `/track/{id}`. */
  path: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  body?: { type: string; schema: Schema };
  /** Answers without end. */
  streams: boolean;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Operation['parameters'];
        requestBody?: { content: Record<string, { schema?: Schema }> };
        responses: Record<string, { content?: Record<string, unknown> }>;
      }
    >
  >;
}

/** Reads every operation from the server's own OpenAPI document. */
export async function fetchOperations(origin: string): Promise<Operation[]> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const [content] = Object.entries(requestBody?.content ?? {});
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        ...(content && { body: { type: content[0], schema: content[1].schema ?? {} } }),
        streams: Object.values(responses).some(({ content: types }) => types && 'text/event-stream' in types),
      };
    }),
  );
}
