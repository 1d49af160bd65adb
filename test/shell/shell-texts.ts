import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const ROOT = path.resolve(import.meta.dirname, '../../host/shell/src')

/** A text of the shell's source that people read, and where it is. */
export interface ShellText {
  readonly text: string
  /** `table/pager.tsx:27` */
  readonly place: string
  /** The number of forms that it needs: a text of `tn` depends on a number. */
  readonly isPlural: boolean
}

/** The texts of the shell that pass through the language, and those that do not but should. */
export interface ShellTexts {
  readonly keys: readonly ShellText[]
  readonly loose: readonly ShellText[]
  /** Texts that are translated when their module is loaded, before the language is known. */
  readonly early: readonly ShellText[]
}

/** Reads every source file of the shell. */
export function readShellTexts(): ShellTexts {
  const found: Record<keyof ShellTexts, ShellText[]> = { keys: [], loose: [], early: [] }
  for (const file of sourceFiles()) visit(file, (kind, text) => found[kind].push(text))
  return found
}

function sourceFiles(): ts.SourceFile[] {
  const names = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  return names.map((name) =>
    ts.createSourceFile(
      name.split(path.sep).join('/'),
      readFileSync(path.join(ROOT, name), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    ),
  )
}

/** The functions of `language/t.ts` and `language/rich.tsx`, with the place of their key. */
const KEY_AT: Readonly<Record<string, number>> = { t: 0, msg: 0, rich: 0, tn: 1 }

/** Props and members whose literals people read. */
const TEXT_NAMES = new Set([
  ...['title', 'label', 'description', 'placeholder', 'hint', 'alt', 'aria-label', 'text', 'message', 'submitLabel'],
  ...['nothingFoundMessage', 'browser', 'what', 'previousLabel', 'nextLabel', 'aria-valuetext', 'aria-roledescription'],
  ...['aside', 'word'],
])

type Found = (kind: keyof ShellTexts, text: ShellText) => void

function visit(file: ts.SourceFile, found: Found): void {
  const at = (node: ts.Node) => `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  const tell = (kind: keyof ShellTexts, text: string, node: ts.Node, isPlural = false) =>
    found(kind, { text, place: at(node), isPlural })
  const walk = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    const name = calledName(node)
    if (name !== undefined && name in KEY_AT && ts.isCallExpression(node)) {
      if (name !== 'msg' && !isInFunction(node)) tell('early', node.getText(), node)
      const keys = literalsIn(node.arguments[KEY_AT[name]!])
      for (const key of keys) tell('keys', key, node, name === 'tn')
      node.arguments.slice(KEY_AT[name]! + 1).forEach(walk)
      return
    }
    if (ts.isJsxText(node) && /\p{L}/u.test(node.text)) tell('loose', node.text.trim(), node)
    if (isLooseLiteral(node)) tell('loose', node.getText(), node)
    ts.forEachChild(node, walk)
  }
  walk(file)
}

const calledName = (node: ts.Node): string | undefined =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : undefined

/** Both texts of `t(isDay ? 'Day' : 'Week')`; none for a constant, which `msg` has marked. */
function literalsIn(node: ts.Node | undefined): string[] {
  if (node === undefined) return []
  if (ts.isConditionalExpression(node)) return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)]
  return ts.isStringLiteralLike(node) ? [node.text] : []
}

function isInFunction(node: ts.Node): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent) if (ts.isFunctionLike(above)) return true
  return false
}

/** A literal of a prop or a member that people read, or one that looks like a sentence. */
function isLooseLiteral(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false
  const text = textOf(node)
  const { parent } = node
  if (isName(parent, node)) return false
  const holder = holderOf(node)
  const name = ts.isJsxAttribute(holder) || ts.isPropertyAssignment(holder) ? nameOf(holder) : undefined
  if (name !== undefined && TEXT_NAMES.has(name)) return /\p{L}{2}/u.test(text)
  if (JOINED.test(text)) return true
  return (
    /^[A-Z“][\p{L}’'-]*(?: [\p{L}\d“({‘]|[,.!?] [\p{Ll}\d“({‘]|  )/u.test(text) &&
    !/[:{};[\]]|=>/.test(text.replaceAll(/\{\}/g, ''))
  )
}

/** Values that a word of a sentence joins: `${place} of ${count}`. */
const JOINED = /\{\} (?:of|and|or|by|from|for|to|at|with) \{\}/

/** The prop or member that a literal is for: directly, in parentheses, as one of several, or as a part of a text. */
function holderOf(node: ts.Node): ts.Node {
  let child = node
  for (let above = node.parent; ; above = above.parent) {
    const isValue =
      ts.isJsxExpression(above) ||
      ts.isParenthesizedExpression(above) ||
      (ts.isConditionalExpression(above) && above.condition !== child) ||
      (ts.isBinaryExpression(above) && /^(?:\+|\?\?|\|\||&&)$/.test(above.operatorToken.getText()))
    if (!isValue) return above
    child = above
  }
}

const nameOf = (node: ts.JsxAttribute | ts.PropertyAssignment) => node.name.getText().replaceAll(/['"]/g, '')

const textOf = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}')
    : node.text

/** A key, a member's name, or one side of a comparison: texts of the program. */
function isName(parent: ts.Node, node: ts.Node): boolean {
  if (ts.isPropertyAssignment(parent)) return parent.name === node
  if (ts.isBinaryExpression(parent)) return /^[!=]==?$/.test(parent.operatorToken.getText())
  return ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)
}
