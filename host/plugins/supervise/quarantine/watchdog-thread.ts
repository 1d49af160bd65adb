import { mkdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type DebuggerFrame, type ParsedScript, pausedFrame } from '../../load/paused-frame.ts'
import type { BlockedNote } from './quarantine.ts'
import type { Block, WatchdogTask } from './watchdog.ts'

/** The thread of the watchdog. It counts its own turns and not the time, so a process that was suspended is not taken for blocked. */

/** Milliseconds that the event loop has to answer the debugger. Native code, such as `execSync`, cannot be paused. */
const PATIENCE = 2_000

const STDERR = 2

const { beats, beat, seconds, file } = workerData as WatchdogTask
const count = new Int32Array(beats)
const limit = Math.ceil((seconds * 1000) / beat)
let last = Atomics.load(count, 0)
let missed = 0
/** What blocks; empty while that is not known. */
let stack = ''
let isReading = false

// The interval also lets the answers of the debugger through, which do not wake a thread that sleeps.
setInterval(() => void look(), beat)

async function look(): Promise<void> {
  const now = Atomics.load(count, 0)
  const turns = now !== last
  last = now
  if (turns) return recover()
  missed += 1
  if (missed < limit || stack !== '' || isReading) return
  // On a busy machine the event loop may not be paused in time, so this is tried until it is, or until the loop recovers.
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

/** Written to standard error directly, because the log belongs to the blocked event loop. */
function tell(seen: string): void {
  const [first = '    at unknown code'] = seen.split('\n')
  writeSync(
    STDERR,
    `atrium: the host has been blocked for ${seconds} s${first.replace('   ', '')}.\n` +
      `atrium: if it does not recover, end it with kill -9 ${process.pid}. A plugin that blocked it is then quarantined.\n`,
  )
}

/** Pauses the event loop for a moment and reads its stack in the notation of an Error. Empty if it cannot be paused. */
async function readStack(): Promise<string> {
  const session = new Session()
  session.connectToMainThread()
  const scripts = new Map<string, ParsedScript>()
  session.on('Debugger.scriptParsed', ({ params }) => void scripts.set(params.scriptId, params))
  const paused = new Promise<readonly DebuggerFrame[]>((resolve) => {
    session.on('Debugger.paused', ({ params }) => resolve(params.callFrames))
  })
  try {
    session.post('Debugger.enable', () => session.post('Debugger.pause'))
    const frames = await Promise.race([paused, pause(PATIENCE, [] as const)])
    return frames.map((frame) => lineOf(frame, scripts)).join('\n')
  } finally {
    session.post('Debugger.resume')
    session.post('Debugger.disable')
    session.disconnect()
  }
}

function lineOf(frame: DebuggerFrame, scripts: ReadonlyMap<string, ParsedScript>): string {
  const { name, file: place = 'unknown', line, column } = pausedFrame(frame, scripts)
  return `    at ${name === '' ? 'anonymous' : name} (${place}:${line}:${column})`
}
