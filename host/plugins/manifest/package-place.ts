import type { Diagnostic, DiagnosticPlace } from '@atrium/sdk/documents'
import { pointer_to } from '@atrium/sdk/host'
import type { PluginManifest } from './plugin-manifest.ts'

/** The package.json that a manifest was read from. */
interface ReadPackage {
  readonly text: string
  /** What is wrong with it, although it is accepted. */
  readonly warnings: readonly Diagnostic[]
}

const packages = new WeakMap<object, ReadPackage>()

/** Remembers the package.json of a manifest, so that findings of later steps can give a line in it, and its warnings stand beside theirs. */
export const rememberPackage = (manifest: PluginManifest, read: ReadPackage) => void packages.set(manifest, read)

/** The warnings about the package.json of a manifest. */
export const packageWarnings = (manifest: PluginManifest): readonly Diagnostic[] =>
  packages.get(manifest)?.warnings ?? []

/** The place of a member of a plugin's package.json: pointer and, if the text is known, line and column. */
export const packagePlace = (manifest: object, pointer: string): DiagnosticPlace => ({
  file: 'package.json',
  pointer,
  ...positionIn(packages.get(manifest)?.text, pointer),
})

/** Adds line and column to a finding about a member of a package.json. */
export function withPosition(finding: Diagnostic, text: string): Diagnostic {
  const { where } = finding
  if (where?.file !== 'package.json' || where.line !== undefined) return finding
  return { ...finding, where: { ...where, ...positionIn(text, where.pointer ?? '') } }
}

const TOKEN = /"(?:\\.|[^"\\])*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/** The position of a member in JSON text, or of the innermost object around it that exists. Counted from 1. */
function positionIn(text: string | undefined, pointer: string): Pick<DiagnosticPlace, 'line' | 'column'> {
  if (text === undefined) return {}
  const inside: (string | number)[] = []
  let found = { offset: 0, depth: -1 }
  let isKey = false
  for (const { 0: token, index: offset } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') inside.push(token === '{' ? '' : 0)
    if (token === '}' || token === ']') inside.pop()
    if (token === ',' && typeof inside.at(-1) === 'number') inside.push((inside.pop() as number) + 1)
    if (isKey && token.startsWith('"')) {
      inside[inside.length - 1] = JSON.parse(token) as string
      const depth = inside.length
      if (depth > found.depth && isAround(inside, pointer)) found = { offset, depth }
    }
    isKey = token === '{' || (token === ',' && typeof inside.at(-1) === 'string')
  }
  const before = text.slice(0, found.offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function isAround(path: readonly (string | number)[], pointer: string): boolean {
  const own = pointer_to(...path)
  return pointer === own || pointer.startsWith(`${own}/`)
}
