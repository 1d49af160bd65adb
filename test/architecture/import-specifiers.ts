import ts from 'typescript'

/** What one import says: the specifier as written, and whether it vanishes at run time. */
export interface ImportSpecifier {
  specifier: string
  typeOnly: boolean
}

/** All imports of a source text, in order: static and dynamic, `export … from`, `require`, `import('…')` in types. */
export function importSpecifiers(file: string, text: string): ImportSpecifier[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: ImportSpecifier[] = []
  const visit = (node: ts.Node): void => {
    const specifier = importSpecifier(node)
    if (specifier) found.push(specifier)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function importSpecifier(node: ts.Node): ImportSpecifier | undefined {
  if (ts.isImportDeclaration(node)) return literal(node.moduleSpecifier, node.importClause?.isTypeOnly === true)
  if (ts.isExportDeclaration(node)) return literal(node.moduleSpecifier, node.isTypeOnly)
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal, true)
  if (ts.isCallExpression(node) && isImportCall(node)) return literal(node.arguments[0], false)
  return undefined
}

function isImportCall({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === 'require')
  )
}

function literal(node: ts.Node | undefined, typeOnly: boolean): ImportSpecifier | undefined {
  return node && ts.isStringLiteralLike(node) ? { specifier: node.text, typeOnly } : undefined
}
