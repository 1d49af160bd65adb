// The built host that loads use, with V8 counting every call. On SIGUSR2 it prints one line: the functions of our own sources that
// were called since the last signal, and how often.
import { Session } from 'node:inspector/promises'
import { findSourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const OURS = /^(?:host|sdk|plugins)\/(?!.*node_modules)/

/** V8 counts the field definitions of a class beside its constructor. In the source both are one thing. */
const FIELDS = '<instance_members_initializer>'

process.setSourceMapsEnabled(true)
const session = new Session()
session.connect()
await session.post('Debugger.enable')
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

await import('./atrium.mjs')

process.on('SIGUSR2', () => void tell())

async function tell() {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const hops = await Promise.all(result.map(calledIn))
  process.stdout.write(`${JSON.stringify({ hops: hops.flat() })}\n`)
}

/**
 * What was called of one script.
 *
 * @param {import('node:inspector').Profiler.ScriptCoverage} script
 */
async function calledIn({ url, scriptId, functions }) {
  if (!url.startsWith('file:') && !url.startsWith(ROOT)) return []
  const called = functions.filter(
    ({ functionName, ranges: [range] }) => functionName !== FIELDS && range && range.startOffset > 0 && range.count > 0,
  )
  if (called.length === 0) return []
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
  return called
    .map(({ functionName, ranges }) => ({
      name: functionName,
      count: ranges[0]?.count ?? 0,
      ...sourceOf(url, scriptSource, ranges[0]?.startOffset ?? 0),
    }))
    .filter(({ file }) => OURS.test(file))
}

/**
 * Where a place in a script stands in the sources.
 *
 * @param {string} url
 * @param {string} text
 * @param {number} offset
 */
function sourceOf(url, text, offset) {
  const before = text.slice(0, offset).split('\n')
  const line = before.length
  const column = before.at(-1)?.length ?? 0
  const entry = findSourceMap(url)?.findEntry(line - 1, column)
  const own = url.startsWith('file:') ? fileURLToPath(url) : url
  if (entry === undefined || !('originalSource' in entry)) return { file: relative(ROOT, own), line, column }
  const source = entry.originalSource
  const file = source.startsWith('file:') ? fileURLToPath(source) : resolve(dirname(own), source)
  return { file: relative(ROOT, file), line: entry.originalLine + 1, column: entry.originalColumn }
}
