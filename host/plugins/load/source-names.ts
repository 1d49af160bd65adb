import type { DiagnosticPlace } from '@atrium/sdk/documents'
import { relativeFile } from './author-frame.ts'

/** A name that the source of a plugin writes as a literal, and its first place. */
export interface SourceName {
  readonly name: string
  readonly place: DiagnosticPlace
}

/** Names that only the source tells, because they are used when the plugin runs. Names that are computed are not known. */
export interface SourceNames {
  readonly exports: readonly SourceName[]
  /** Of `jobs.add('…')`. */
  readonly jobs: readonly SourceName[]
  /** Of `events.emit('…')`. */
  readonly events: readonly SourceName[]
  /** Of `contributions('…')`. */
  readonly places: readonly SourceName[]
}

const QUOTED = String.raw`\(\s*['"\`]([\w.-]+)['"\`]`
const PATTERNS: Record<keyof SourceNames, RegExp> = {
  exports:
    /^export\s+(?:async\s+)?(?:function\*?|const|let|var|class)\s+(\w+)|(?<=^export\s*\{[^}]*?)\b(\w+)\s*(?=[,}])/gm,
  jobs: new RegExp(String.raw`\bjobs\s*\.\s*add\b[^(\n]*${QUOTED}`, 'g'),
  events: new RegExp(String.raw`\bevents\s*\.\s*emit(?:_many)?\b[^(\n]*${QUOTED}`, 'g'),
  places: new RegExp(String.raw`\bcontributions\b[^(\n]*${QUOTED}`, 'g'),
}

/** Reads the names from a plugin's own files. A declaration of an export comes before its re-export. */
export function readSourceNames(sources: ReadonlyMap<string, string>, directory: string): SourceNames {
  const read = (kind: keyof SourceNames) => {
    const found = [...sources].flatMap(([file, text]) =>
      [...text.matchAll(PATTERNS[kind])].map((match) => nameAt(match, { text, file: relativeFile(file, directory) })),
    )
    const declaredFirst = found.sort((a, b) => Number(a.isListed) - Number(b.isListed))
    return [...new Map(declaredFirst.reverse().map(({ name, place }) => [name, { name, place }])).values()]
  }
  return { exports: read('exports'), jobs: read('jobs'), events: read('events'), places: read('places') }
}

function nameAt(match: RegExpExecArray, { text, file }: { text: string; file: string }) {
  const [whole, declared, listed] = match
  const name = declared ?? listed ?? ''
  const lines = text.slice(0, match.index + whole.lastIndexOf(name)).split('\n')
  return {
    name,
    isListed: declared === undefined,
    place: { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 },
  }
}
