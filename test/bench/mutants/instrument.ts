import ts from 'typescript'

/** One deliberate mistake in the source. */
export interface Mutant {
  readonly id: number
  readonly file: string
  readonly line: number
  /** What is wrong: `negated: caller.can(permission)`. */
  readonly what: string
}

/** A source with all of its mistakes in it, each of which is made while `globalThis.__mutant` is its number. */
export interface Instrumented {
  readonly text: string
  readonly mutants: readonly Mutant[]
}

/**
 * Writes every mistake into a source at once, so that the sources are loaded and the tests are compiled only once: conditions negated,
 * comparisons turned round, `&&` and `||` exchanged, `some` and `every` too, answers forced, statements left out.
 */
export function instrument(file: string, source: string, firstId: number): Instrumented {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const add = (node: ts.Node, kind: string) => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const id = firstId + mutants.length
    mutants.push({ id, file, line, what: `${kind}: ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 90)}` })
    return `globalThis.__is(${id})`
  }
  const text = new Writer(tree, add).write(tree)
  return { text, mutants }
}

type Add = (node: ts.Node, kind: string) => string

class Writer {
  readonly #tree: ts.SourceFile
  readonly #add: Add
  #depth = 0

  constructor(tree: ts.SourceFile, add: Add) {
    this.#tree = tree
    this.#add = add
  }

  /** The text of a node with the mistakes in it and in its parts. */
  write(node: ts.Node): string {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      return this.#plain(node)
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return this.#plain(node)
    if (this.#depth === 0 && isCache(node)) return ` globalThis.__cache(() => ${node.getText()})`
    const isFunction = ts.isFunctionLike(node)
    if (isFunction) this.#depth += 1
    // What runs while a module is loaded cannot be switched later.
    const text = this.#depth > 0 ? this.#mutated(node) : this.#parts(node)
    if (isFunction) this.#depth -= 1
    return text
  }

  /** Each part is written once, because each writing makes new mistakes. */
  #mutated(node: ts.Node): string {
    if (ts.isReturnStatement(node) && node.expression) return `return ${this.#forced(node.expression)}`
    if (!ts.isExpression(node)) {
      const isLeftOut = ts.isThrowStatement(node) || (ts.isExpressionStatement(node) && isCall(node.expression))
      const text = this.#parts(node)
      // In braces of its own, because an `else` may follow.
      return isLeftOut ? `{ if (!${this.#add(node, 'left out')}) { ${text.trim()} } }` : text
    }
    return isBodyOfArrow(node) ? this.#forced(node) : this.#withMistakes(node, this.#parts(node))
  }

  /** An answer that may be forced, besides the mistakes of its parts. */
  #forced(node: ts.Expression): string {
    const text = this.#withMistakes(node, this.#parts(node))
    if (node.kind === ts.SyntaxKind.UndefinedKeyword || node.getText() === 'undefined') return text
    if (ts.isArrowFunction(node)) return text
    const values = isCondition(node) ? ['true', 'false'] : ['undefined']
    return values.reduce(
      (rest, value) => `(${this.#add(node, `answers ${value}`)} ? ${value} as never : ${rest})`,
      `(${text})`,
    )
  }

  #withMistakes(node: ts.Expression, text: string): string {
    if (isDecisive(node) && !ts.isBinaryExpression(node))
      return `globalThis.__not(${this.#add(node, 'negated')}, ${text})`
    if (ts.isBinaryExpression(node)) return this.#binary(node, text)
    const turned = ts.isCallExpression(node) ? turnedCall(node) : undefined
    if (turned !== undefined) return `(${this.#add(node, 'some and every exchanged')} ? ${turned} : ${text})`
    return text
  }

  #binary(node: ts.BinaryExpression, text: string): string {
    const [left, right] = [node.left.getText(), node.right.getText()]
    const other = OPPOSITE[node.operatorToken.getText()]
    if (other === undefined) return text
    const wrong = other === 'negate' ? `!(${node.getText()})` : `(${left}) ${other} (${right})`
    return `(${this.#add(node, other === 'negate' ? 'negated' : `is ${other}`)} ? (${wrong}) : (${text}))`
  }

  #plain(node: ts.Node): string {
    return node.getFullText(this.#tree)
  }

  #parts(node: ts.Node): string {
    let text = ''
    let at = node.getFullStart()
    node.forEachChild((child) => {
      text += this.#tree.text.slice(at, child.getFullStart())
      const written = this.write(child)
      const lead = this.#tree.text.slice(child.getFullStart(), child.getStart(this.#tree))
      text += written.startsWith(lead) ? written : lead + written
      at = child.getEnd()
    })
    return text + this.#tree.text.slice(at, node.getEnd())
  }
}

/** What stores and schemas note once, when they are made. */
const LASTING = new Set(['byProperties', 'byField', 'records'])

/** A map of a module, which would keep right values after a mistake is switched on, and wrong ones after it is switched off. */
function isCache(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) || !/^(Weak)?Map$/.test(node.expression.getText())) return false
  return ts.isVariableDeclaration(node.parent) && !LASTING.has(node.parent.name.getText())
}

const OPPOSITE: Readonly<Record<string, string>> = {
  ...{ '&&': '||', '||': '&&', '===': '!==', '!==': '===' },
  ...{ '<': '>=', '>': '<=', '<=': '>', '>=': '<', in: 'negate' },
}

const isCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) || ((ts.isAwaitExpression(node) || ts.isVoidExpression(node)) && isCall(node.expression))

const isBodyOfArrow = (node: ts.Expression) => ts.isArrowFunction(node.parent) && node.parent.body === node

/** Whether an expression decides which way is taken. */
function isDecisive(node: ts.Expression): boolean {
  const { parent } = node
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node
  if (ts.isConditionalExpression(parent)) return parent.condition === node
  return ts.isPrefixUnaryExpression(parent) && parent.operator === ts.SyntaxKind.ExclamationToken && !isDecisive(parent)
}

/** Whether an answer is surely true or false. */
function isCondition(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isCondition(node.expression)
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText()
    return ['&&', '||'].includes(operator) ? isCondition(node.left) : Object.hasOwn(OPPOSITE, operator)
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  return ['some', 'every', 'includes', 'has', 'test', 'can', 'startsWith', 'endsWith'].includes(
    node.expression.name.text,
  )
}

function turnedCall(node: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(node.expression)) return undefined
  const { name, expression } = node.expression
  const other = name.text === 'some' ? 'every' : name.text === 'every' ? 'some' : undefined
  return other && `${expression.getText()}.${other}(${node.arguments.map((each) => each.getText()).join(', ')})`
}
