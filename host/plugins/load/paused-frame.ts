import type { SourceMapPayload } from 'node:module'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A script that the debugger has reported: `Debugger.scriptParsed`. */
export interface ParsedScript {
  readonly scriptId?: string
  readonly url?: string
  readonly sourceMapURL?: string
}

/** A frame as the debugger reports it when it pauses. It counts from 0. */
export interface DebuggerFrame {
  readonly functionName: string
  readonly location: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber?: number }
}

/** A stack frame of a paused process, mapped to its source if the script has a source map. */
export interface PausedFrame {
  /** Name of the function; empty if it has none. */
  readonly name: string
  /** Absolute. Undefined if the script has no source map. */
  readonly file?: string
  readonly line: number
  readonly column: number
}

/** Maps a frame of the debugger to the author's source. */
export function pausedFrame(
  { functionName: name, location }: DebuggerFrame,
  scripts: ReadonlyMap<string, ParsedScript>,
): PausedFrame {
  const { lineNumber, columnNumber = 0 } = location
  const script = scripts.get(location.scriptId)
  const [, encoded] = /^data:application\/json;(?:charset=[^;]+;)?base64,(.*)$/s.exec(script?.sourceMapURL ?? '') ?? []
  if (encoded === undefined || !script?.url?.startsWith('file:'))
    return { name, line: lineNumber + 1, column: columnNumber + 1 }
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()) as SourceMapPayload)
  const entry = map.findEntry(lineNumber, columnNumber)
  if (!('originalSource' in entry)) return { name, line: lineNumber + 1, column: columnNumber + 1 }
  return {
    name,
    file: fileURLToPath(new URL(entry.originalSource, script.url)),
    line: entry.originalLine + 1,
    column: entry.originalColumn + 1,
  }
}
