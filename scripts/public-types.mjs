/**
 * Checks an entry of the package: each type in a signature is exported, each export and member is described. typedoc
 * does the same, but not with TypeScript 7.
 */
import { createRequire } from 'node:module';

/** `import` would parse the compiler twice to find its exports. */
const require = createRequire(import.meta.url);
export const ts = require('typescript-5');

const { SymbolFlags, SyntaxKind } = ts;

/** The name of the type that a node of a declaration refers to. */
const nameIn = (node) =>
  (ts.isTypeReferenceNode(node) && node.typeName) ||
  (ts.isExpressionWithTypeArguments(node) && node.expression) ||
  (ts.isImportTypeNode(node) && node.qualifier);

function childrenOf(node) {
  const children = [];
  node.forEachChild((child) => void children.push(child));
  return children;
}

const isPrivate = (node) =>
  (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === SyntaxKind.PrivateKeyword)) ||
  (node.name && ts.isPrivateIdentifier(node.name));

/** Nobody else creates an object of a class that is exported as a type. */
const isOnlyType = ({ declarations = [] }) =>
  declarations.every((each) => ts.isExportSpecifier(each) && ts.isTypeOnlyExportDeclaration(each));

/** All nodes of a declaration that others can use. */
function* publicNodes(node, withConstructor) {
  if (isPrivate(node) || (ts.isConstructorDeclaration(node) && !withConstructor)) return;
  yield node;
  for (const child of childrenOf(node)) yield* publicNodes(child, withConstructor);
}

/** The members of a class or an interface. */
const membersIn = (node, withConstructor) =>
  (node.members ?? []).filter((member) => {
    if (ts.isConstructorDeclaration(member)) return withConstructor && member.parameters.length > 0;
    return member.name && !isPrivate(member);
  });

const memberName = (owner, node) =>
  ts.isConstructorDeclaration(node) ? `new ${owner}` : `${owner}.${node.name.getText()}`;

/** The problems of an entry, each with the name of the type or the member. */
export function exportProblems(program, entry, isOurs) {
  const checker = program.getTypeChecker();
  const targetOf = (symbol) => (symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  const declarationsOf = ({ declarations = [] }) => declarations.filter((each) => isOurs(each.getSourceFile()));

  const exports = checker.getExportsOfModule(checker.getSymbolAtLocation(entry));
  const exported = new Map(exports.map((symbol) => [targetOf(symbol), symbol]));

  function isExported(name) {
    const symbol = checker.getSymbolAtLocation(name);
    const target = symbol && targetOf(symbol);
    if (!target || target.flags & SymbolFlags.TypeParameter) return true;
    return declarationsOf(target).length === 0 || exported.has(target);
  }

  const isDescribed = (symbol) => symbol.getDocumentationComment(checker).length > 0;

  const problems = new Set();
  for (const [target, symbol] of exported) {
    const { name } = symbol;
    const withConstructor = !isOnlyType(symbol);
    if (!isDescribed(target)) problems.add(`${name} has no description`);
    for (const declaration of declarationsOf(target)) {
      for (const node of publicNodes(declaration, withConstructor)) {
        const type = nameIn(node);
        if (type && !isExported(type)) problems.add(`${type.getText()}, which ${name} names, is not exported`);
      }
      for (const member of membersIn(declaration, withConstructor))
        if (!isDescribed(member.symbol)) problems.add(`${memberName(name, member)} has no description`);
    }
  }
  return [...problems];
}
