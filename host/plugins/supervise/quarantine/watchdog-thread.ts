import { mkdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type DebuggerFrame, type ParsedScript, pausedFrame } from '../../load/paused-frame.ts'
import type { BlockedNote } from './quarantine.ts'
import type { Block, WatchdogTask } from './watchdog.ts'

/** The thread of the watchdog. It counts its own turns and not the time, so a process that was suspended is not taken for blocked. */

/** Milliseconds after which a block is recorded without its place. Native code, such as `execSync`, cannot be paused before it returns. */
const PATIENCE = 2_000

const STDERR = 2
const NO_SOURCE = 'unknown'

const { beats, beat, seconds, endSeconds, folders, file } = workerData as WatchdogTask
const count = new Int32Array(beats)
const limit = Math.ceil((seconds * 1000) / beat)
const end = endSeconds === 0 ? Infinity : Math.ceil((endSeconds * 1000) / beat)
const unseen = limit + Math.ceil(PATIENCE / beat)
let last = Atomics.load(count, 0)
let missed = 0
/** The blocking code; empty while unknown. */
let stack = ''
let isReading = false

// The interval also lets the debugger's answers through, which do not wake a sleeping thread.
setInterval(look, beat)

function look(): void {
  const now = Atomics.load(count, 0)
  const turns = now !== last
  last = now
  if (turns) return recover()
  missed += 1
  if (missed >= limit && stack === '' && !isReading) void noteStack()
  if (missed === unseen && stack === '') note('')
  if (missed >= end && isOfPlugin(stack)) endProcess()
}

/** Whether a stack has a frame in the folder of a plugin. Long work of the host itself, such as an index on many rows, is left to its end. */
const isOfPlugin = (seen: string) => folders.some((folder) => seen.includes(`(${folder}${path.sep}`))

/** Nothing else can end a loop. The note stays, so the next start does not load the plugin. */
function endProcess(): void {
  writeSync(
    STDERR,
    `atrium: the host ends, because a plugin has blocked it for ${endSeconds} s (ATRIUM_BLOCKED_END_SECONDS). ` +
      `At its next start, that plugin is quarantined.\n`,
  )
  process.kill(process.pid, 'SIGKILL')
}

/** The event loop is asked once, however long it takes: after a debugger gives up, it never gets another answer. */
async function noteStack(): Promise<void> {
  isReading = true
  const seen = await readStack()
  isReading = false
  if (missed < limit) return
  stack = seen
  note(seen)
}

/** The file is removed first: the process may end on purpose before the message arrives. */
function recover(): void {
  const blocked = missed
  missed = 0
  if (blocked < limit) return
  rmSync(file, { force: true })
  const block: Block = { seconds: Math.round((blocked * beat) / 1000), stack }
  stack = ''
  parentPort?.postMessage(block)
}

function note(seen: string): void {
  const content: BlockedNote = { pid: process.pid, at: new Date().toISOString(), seconds, stack: seen }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 })
  tell(seen)
}

/**
 * Written to standard error directly, because the log belongs to the blocked event loop. The innermost frame may be a function of Node,
 * such as `performance.now`, so the first one with a source is named.
 */
function tell(seen: string): void {
  const frame = seen.split('\n').find((each) => each !== '' && !each.includes(`(${NO_SOURCE}:`))
  const place = frame?.trim() ?? 'by code without a source'
  const willEnd = endSeconds > 0 && isOfPlugin(seen)
  const way = willEnd
    ? `if it does not recover within ${endSeconds} s, it ends, and the plugin is quarantined at the next start.`
    : `if it does not recover, end it with kill -9 ${process.pid}. A plugin that blocked it is then quarantined.`
  writeSync(STDERR, `atrium: the host has been blocked for ${seconds} s ${place}.\natrium: ${way}\n`)
}

/** Between two promises, only code of Node and of the host may be on the stack. Then so many moments are looked at. */
const MOMENTS = 100

/** The folder of the host; a frame outside of it may belong to a plugin. */
const HOST = path.join(import.meta.dirname, '..', '..', '..')

/**
 * Pauses the event loop briefly, as soon as it runs JavaScript, and reads its stack in the notation of an Error: that of the first moment
 * in which code besides the host's runs, after those of the moments before it.
 */
async function readStack(): Promise<string> {
  const session = new Session()
  session.connectToMainThread()
  const scripts = new Map<string, ParsedScript>()
  session.on('Debugger.scriptParsed', ({ params }) => void scripts.set(params.scriptId, params))
  const pause = () =>
    new Promise<readonly DebuggerFrame[]>((resolve) => {
      session.once('Debugger.paused', ({ params }) => resolve(params.callFrames))
      session.post('Debugger.pause')
    })
  // V8 ignores a request to pause that arrives while it is still paused, and would never answer it.
  const resume = () =>
    new Promise((resolve) => {
      session.once('Debugger.resumed', resolve)
      session.post('Debugger.resume')
    })
  const lines = new Set<string>()
  const isForeign = (frame: DebuggerFrame) => !(pausedFrame(frame, scripts).file ?? HOST).startsWith(HOST)
  try {
    // Both at once: code that returns from a native call must not continue between the two.
    session.post('Debugger.enable')
    for (let moment = 1; moment <= MOMENTS; moment += 1) {
      const frames = await pause()
      for (const frame of frames) lines.add(lineOf(frame, scripts))
      if (frames.some(isForeign)) break
      await resume()
    }
    return [...lines].join('\n')
  } finally {
    session.post('Debugger.resume')
    session.post('Debugger.disable')
    session.disconnect()
  }
}

function lineOf(frame: DebuggerFrame, scripts: ReadonlyMap<string, ParsedScript>): string {
  const { name, file: place = NO_SOURCE, line, column } = pausedFrame(frame, scripts)
  return `    at ${name === '' ? 'anonymous' : name} (${place}:${line}:${column})`
}
