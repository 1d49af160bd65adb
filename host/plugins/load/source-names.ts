import type { DiagnosticPlace } from '@atrium/sdk/documents'
import { relativeFile } from './author-frame.ts'

/** A name that the source of a plugin writes as a literal, and its first place. */
export interface SourceName {
  readonly name: string
  readonly place: DiagnosticPlace
}

/** Names that are only visible in the source, because they are used at run time. Computed names are unknown. */
export interface SourceNames {
  readonly exports: readonly SourceName[]
  /** From `jobs.add('…')`. */
  readonly jobs: readonly SourceName[]
  /** From `events.emit('…')`. */
  readonly events: readonly SourceName[]
  /** From `contributions('…')`. */
  readonly places: readonly SourceName[]
  /** From `caller.can('…')`. */
  readonly permissions: readonly SourceName[]
  /** Literals that begin with a capital letter, as texts for people do. */
  readonly texts: readonly string[]
  /** Whether it also emits events whose names it computes. */
  readonly computesEvents: boolean
  /** Whether it uses emitters of Node. Their events have names of any form. */
  readonly hasEmitters: boolean
  /** The line at which the entry writes `module.exports`. */
  readonly common_js?: number | undefined
}

type Kind = Exclude<keyof SourceNames, 'texts' | 'computesEvents' | 'hasEmitters' | 'common_js'>

const QUOTED = String.raw`\(\s*['"\`]([\w.-]+)['"\`]`
const PATTERNS: Record<Kind, RegExp> = {
  exports: /^export\s+(?:async\s+)?(?:function\*?|const|let|var|class)\s+(\w+)/gm,
  jobs: new RegExp(String.raw`\bjobs\s*\.\s*add\b[^(\n]*${QUOTED}`, 'g'),
  events: new RegExp(String.raw`\bevents\s*\.\s*emit(?:_many)?\b[^(\n]*${QUOTED}`, 'g'),
  places: new RegExp(String.raw`\bcontributions\b[^(\n]*${QUOTED}`, 'g'),
  permissions: new RegExp(String.raw`\bcaller\b[?!]*\s*\.\s*can\s*${QUOTED}`, 'g'),
}

/** Each mention of the service that emits, apart from a call with a literal name: it may be passed on, or called with a variable. */
const COMPUTED = new RegExp(String.raw`\bemit(?:_many)?\b(?![^(\n]*${QUOTED})`)

/** A literal that begins with a capital letter, in one line. */
const TEXT = /'\p{Lu}(?:[^'\\\n]|\\.)*'|"\p{Lu}(?:[^"\\\n]|\\.)*"|`\p{Lu}(?:[^`\\\n]|\\.)*`/gu

const unquoted = (literal: string) => literal.slice(1, -1).replaceAll(/\\(['"`\\])/g, '$1')

const EMITTERS = /\bEventEmitter\b|['"]node:events['"]/

/** `export { one, two as three }`, and the names in it that are exported. One pattern for both took a second per megabyte. */
const EXPORT_LIST = /^export\s*\{[^}]*\}/gm
const LISTED = /\b(\w+)\s*(?=[,}])/g

const COMMON_JS = /^\s*(?:module\.)?exports(?:\.\w+)?\s*=/m

/** The line at which a source exports as CommonJS does. */
function lineOfCommonJs(text = ''): number | undefined {
  const found = COMMON_JS.exec(text)
  return found ? text.slice(0, found.index + found[0].search(/\S/)).split('\n').length : undefined
}

/** Reads the names from a plugin's own files. A declaration of an export comes before its re-export. */
export function readSourceNames(
  sources: ReadonlyMap<string, string>,
  { directory, entry }: { directory: string; entry: string },
): SourceNames {
  const files = [...sources].map(([file, text]) => ({ file: relativeFile(file, directory), text }))
  const read = (kind: Kind) => files.flatMap((source) => namesIn(source, PATTERNS[kind]))
  return {
    exports: firstOfEach([...read('exports'), ...files.flatMap(listedExports)]),
    jobs: firstOfEach(read('jobs')),
    events: firstOfEach(read('events')),
    places: firstOfEach(read('places')),
    permissions: firstOfEach(read('permissions')),
    common_js: lineOfCommonJs(sources.get(entry)),
    hasEmitters: files.some(({ text }) => EMITTERS.test(text)),
    texts: [...new Set(files.flatMap(({ text }) => [...text.matchAll(TEXT)].map(([literal]) => unquoted(literal))))],
    computesEvents: files.some(({ text }) => COMPUTED.test(text)),
  }
}

interface SourceFile {
  readonly file: string
  readonly text: string
}

const listedExports = (source: SourceFile) =>
  [...source.text.matchAll(EXPORT_LIST)].flatMap(({ 0: list, index }) =>
    [...list.matchAll(LISTED)].map(({ 1: name = '', index: at }) => nameAt(source, { name, index: index + at })),
  )

const namesIn = (source: SourceFile, pattern: RegExp) =>
  [...source.text.matchAll(pattern)].map(({ 0: whole, 1: name = '', index }) =>
    nameAt(source, { name, index: index + whole.lastIndexOf(name) }),
  )

function nameAt({ file, text }: SourceFile, { name, index }: { name: string; index: number }): SourceName {
  const lines = text.slice(0, index).split('\n')
  return { name, place: { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 } }
}

const firstOfEach = (names: readonly SourceName[]) => [
  ...new Map(names.toReversed().map((each) => [each.name, each])).values(),
]
