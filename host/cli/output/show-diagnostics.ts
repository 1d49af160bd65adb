import type { Diagnostic } from '@atrium/sdk/documents'
import { paint } from './paint.ts'

const COLORS = { error: 'red', warning: 'yellow' } as const

interface ShowOptions {
  /** What a file is preceded by, such as `plugins/fleet`. Default nothing: relative to the plugin's folder. */
  readonly directory?: string
  readonly stream?: NodeJS.WriteStream
}

/** Findings as a compiler prints them: place, severity, code, message; below it the cause and what to do. */
export function showDiagnostics(diagnostics: readonly Diagnostic[], options: ShowOptions = {}): string {
  return diagnostics.map((diagnostic) => showOne(diagnostic, options)).join('\n')
}

function showOne(
  { code, severity, message, where, cause, fix }: Diagnostic,
  { directory, stream }: ShowOptions,
): string {
  const place = placeOf(where, directory)
  const head = [
    ...(place === '' ? [] : [paint('bold', place, { stream })]),
    paint(COLORS[severity], severity, { stream }),
    paint('dim', code, { stream }),
    message,
  ]
  const below = [...(cause === undefined ? [] : [`cause: ${cause}`]), `fix: ${fix}`]
  return [head.join('  '), ...below.map((line) => `  ${paint('dim', line, { stream })}`)].join('\n')
}

/** `src/resources.ts:18:20`, `package.json#/atrium/id`, or the id of a document. */
function placeOf(where: Diagnostic['where'] = {}, directory: string | undefined): string {
  const { file, line, column, pointer, document } = where
  const name = file === undefined ? '' : directory === undefined ? file : `${directory}/${file}`
  const position = [name, line, column].filter((part) => part !== undefined && part !== '').join(':')
  const parts = [position + (pointer === undefined ? '' : `#${pointer}`), document].filter(Boolean)
  return parts.join(' ')
}
