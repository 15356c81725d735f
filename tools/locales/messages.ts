import path from 'node:path';
import { type NodePath, type PluginObj, transformAsync, transformSync, types } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import type { Message } from 'contract/text/messages.ts';

const root = path.join(import.meta.dirname, '../..');

/** A message in the source. */
export interface Found extends Message {
  /** Says to translators what the message is about. */
  comment?: string;
}

const linguiConfig = makeConfig(
  {
    locales: ['en'],
    sourceLocale: 'en',
    runtimeConfigModule: {
      i18n: [path.join(root, 'web/lib/i18n.ts'), 'say'],
      Trans: [path.join(root, 'web/ui/Trans.tsx'), 'Trans'],
      useLingui: [path.join(root, 'web/lib/i18n.ts'), 'say'],
    },
  },
  { skipValidation: true },
);

/** The calls that mark texts where there are no macros, on the server and in the contract, by the place of the text. */
const MARKS = { english: 0, message: 0, say: 1, Problem: 1, Unplayable: 0 };

const literal = (node: types.Node | null | undefined): string | undefined => {
  if (types.isStringLiteral(node)) return node.value;
  if (types.isTemplateLiteral(node) && node.expressions.length === 0) return node.quasis[0]!.value.cooked!;
  if (types.isBinaryExpression(node, { operator: '+' })) {
    const [left, right] = [literal(node.left), literal(node.right)];
    return left !== undefined && right !== undefined ? left + right : undefined;
  }
};

/** Turns what Lingui's macros leave into calls of the page's own functions, without generated ids, and collects it. */
function plainMessages(found: Found[]): PluginObj {
  const visitDescriptor = (node: NodePath<types.ObjectExpression>) => {
    if (!node.node.leadingComments?.some(({ value }) => value.replace('*', '').trim() === 'i18n')) return;
    const fields: Record<string, types.Expression> = {};
    for (const property of node.node.properties)
      if (types.isObjectProperty(property) && types.isIdentifier(property.key))
        fields[property.key.name] = property.value as types.Expression;
    const message = literal(fields.message);
    if (message === undefined) throw node.buildCodeFrameError('A message must be written out.');
    const [context, comment] = [literal(fields.context), literal(fields.comment)];
    found.push({ message, ...(context && { context }), ...(comment && { comment }) });
    node.node.leadingComments = [];
    node.node.properties = node.node.properties.filter(
      (property) =>
        !types.isObjectProperty(property) ||
        !types.isIdentifier(property.key) ||
        !['id', 'comment'].includes(property.key.name),
    );
    const { parentPath } = node;
    const isPlain = !context && !fields.values;
    if (parentPath.isCallExpression() && isPlain) node.replaceWith(types.stringLiteral(message));
    else if (parentPath.isJSXSpreadAttribute())
      parentPath.replaceWithMultiple(
        (node.node.properties as types.ObjectProperty[]).map(({ key, value }) =>
          types.jsxAttribute(
            types.jsxIdentifier((key as types.Identifier).name),
            types.jsxExpressionContainer(value as types.Expression),
          ),
        ),
      );
  };
  return {
    visitor: {
      Program: {
        exit(program) {
          program.traverse({
            ObjectExpression: visitDescriptor,
            CallExpression(call) {
              const { callee } = call.node;
              if (!types.isMemberExpression(callee) || !types.isIdentifier(callee.object, { name: '_i18n' }))
                return;
              if (!call.getFunctionParent())
                throw call.buildCodeFrameError(
                  'A text at the top of a module is chosen too early: use msg, and t where it is shown.',
                );
              call.node.callee = callee.object;
            },
          });
        },
      },
    },
  };
}

/** The texts that are written out in a value, such as those of a table or a choice. */
function textsIn(node: types.Node | null | undefined): string[] {
  const text = literal(node);
  if (text !== undefined) return [text];
  if (types.isTSAsExpression(node) || types.isTSSatisfiesExpression(node)) return textsIn(node.expression);
  if (types.isConditionalExpression(node)) return [...textsIn(node.consequent), ...textsIn(node.alternate)];
  if (types.isArrayExpression(node)) return node.elements.flatMap(textsIn);
  if (!types.isObjectExpression(node)) return [];
  return node.properties.flatMap((one) => (types.isObjectProperty(one) ? textsIn(one.value) : []));
}

/** Collects the texts that calls mark, and leaves out the calls of `english`, which return what they are given. */
function markedMessages(found: Found[]): PluginObj {
  const collect = ({ node, scope }: NodePath<types.CallExpression | types.NewExpression>) => {
    if (!types.isIdentifier(node.callee) || !Object.hasOwn(MARKS, node.callee.name)) return;
    const given = node.arguments[MARKS[node.callee.name as keyof typeof MARKS]];
    const constant = types.isIdentifier(given) ? scope.getBinding(given.name)?.path.node : undefined;
    const marked = types.isVariableDeclarator(constant) ? constant.init : given;
    found.push(...textsIn(marked).map((message) => ({ message })));
  };
  return {
    visitor: {
      NewExpression: collect,
      CallExpression(call) {
        collect(call);
        const [value] = call.node.arguments;
        if (types.isIdentifier(call.node.callee, { name: 'english' }) && types.isExpression(value))
          call.replaceWith(value);
      },
    },
  };
}

const options = (file: string, plugins: object[]) => ({
  filename: file,
  babelrc: false,
  configFile: false,
  sourceMaps: true,
  retainLines: true,
  plugins,
  parserOpts: { plugins: ['typescript' as const, ...(file.endsWith('x') ? ['jsx' as const] : [])] },
});

/** Tells whether a source uses Lingui's macros. */
const hasMacros = (code: string): boolean => code.includes('@lingui/');

/** Tells whether a source may have messages. */
export const hasMessages = (code: string): boolean =>
  hasMacros(code) || /\b(english|message|say|Problem|Unplayable)\(/.test(code);

/** Compiles the messages of a source of the page. @returns its code and the messages in it. */
export async function compileMessages(code: string, file: string, more: PluginObj[] = []) {
  const found: Found[] = [];
  const compile = hasMacros(code)
    ? [[macros, { linguiConfig, descriptorFields: 'all' }], plainMessages(found)]
    : [markedMessages(found)];
  const plugins = [...compile, ...more];
  const result = await transformAsync(code, options(file, plugins));
  return { code: result!.code!, map: result!.map, found };
}

/** The messages of a source, in their order. */
export async function messagesOf(code: string, file: string): Promise<Found[]> {
  return hasMessages(code) ? (await compileMessages(code, file)).found : [];
}

/** The attributes that people read or hear. */
const READ =
  /^(alt|aria-(label|valuetext|description)|data-tooltip|description|hint|label|placeholder|text|title)$/;

/** The properties of tables that people read. */
const NAMES = /^(name|title|label|heading)$/;

/** The texts of a source that no message has: of elements, of tables, and of attributes that people read. */
export function unwrappedTexts(code: string, file: string): string[] {
  const found: string[] = [];
  const check = (text: string) => /\p{L}\p{Ll}/u.test(text) && found.push(text.trim());
  const checkValue = (node: types.Node | null | undefined) => {
    if (types.isStringLiteral(node)) check(node.value);
    if (types.isTemplateLiteral(node)) check(node.quasis.map(({ value }) => value.cooked).join('…'));
    if (types.isLogicalExpression(node)) checkValue(node.right);
    if (types.isConditionalExpression(node))
      for (const one of [node.consequent, node.alternate]) checkValue(one);
  };
  const nameOf = (node: types.JSXElement) =>
    types.isJSXIdentifier(node.openingElement.name) ? node.openingElement.name.name : '';
  const visitor: PluginObj['visitor'] = {
    JSXElement(element) {
      if (['Trans', 'Plural', 'kbd'].includes(nameOf(element.node))) element.skip();
    },
    JSXText: ({ node }) => void check(node.value),
    ObjectProperty({ node: { key, value } }) {
      // Identifiers begin with a small letter.
      if (types.isIdentifier(key) && NAMES.test(key.name) && types.isStringLiteral(value))
        if (/^\p{Lu}/u.test(value.value)) check(value.value);
    },
    JSXExpressionContainer({ node, parentPath }) {
      if (!parentPath.isJSXAttribute()) checkValue(node.expression);
    },
    JSXAttribute({ node: { name, value } }) {
      if (!types.isJSXIdentifier(name) || !READ.test(name.name)) return;
      checkValue(types.isJSXExpressionContainer(value) ? value.expression : value);
    },
  };
  transformSync(code, { ...options(file, [{ visitor }]), code: false });
  return found;
}
