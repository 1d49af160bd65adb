import type { ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import type { SourceMapPayload } from 'node:module'
import { SourceMap } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Diagnostic } from '@atrium/sdk/documents'
import { WebSocket } from 'ws'
import { diagnose } from '../../base/errors/index.ts'
import { relativeFile } from '../../plugins/index.ts'
import { Deadline } from './deadline.ts'

/** The functions of the contract, by which a stack tells which of them was called. */
const EXPORTS = ['register_resources', 'register_routes', 'register_mcp_tools', 'register_channels', 'setup', 'health']

/** Milliseconds that the process has to say where it is. */
const PATIENCE = 3_000

/** What keeps a process from doing anything else: the plugin's function and line, where its debugger can tell. */
export async function locateHang(
  child: ChildProcess,
  { directory, limit }: { directory: string; limit: number },
): Promise<Diagnostic> {
  const frames = await pauseProcess(child, { patience: PATIENCE })
  const own = frames.filter(({ file }) => file !== undefined && !relativeFile(file, directory).startsWith('..'))
  const [top] = own
  const name = own.map((frame) => frame.name).findLast((each) => EXPORTS.includes(each))
  const where = top?.file === undefined ? undefined : placeOf({ ...top, file: top.file }, directory)
  return diagnose(name === undefined ? 'load_timeout' : 'stage_timeout', {
    message: `[${name ?? 'the plugin'}] has kept the process busy for ${limit / 1000} s: a host would answer nobody meanwhile.`,
    ...(where && { where }),
    fix: where ? 'Look for a loop at this line that never ends.' : 'Look for a loop that never ends.',
  })
}

const placeOf = ({ file, line, column }: PausedFrame & { file: string }, directory: string) => ({
  file: relativeFile(file, directory),
  line,
  column,
})

/** A call that is under way in a paused process; by the source map where its script has one. */
interface PausedFrame {
  /** Of the function; empty where it has none. */
  readonly name: string
  /** Absolute; undefined where the script is not mapped. */
  readonly file?: string
  readonly line: number
  readonly column: number
}

interface Event {
  readonly method?: string
  readonly params?: {
    readonly scriptId?: string
    readonly url?: string
    readonly sourceMapURL?: string
    readonly callFrames?: readonly CallFrame[]
  }
}

interface CallFrame {
  readonly functionName: string
  readonly location: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber?: number }
}

type Scripts = ReadonlyMap<string, NonNullable<Event['params']>>

/**
 * Stops a Node process that is busy in JavaScript, by its debugger, and tells what it is at, innermost call first. Empty where it
 * cannot be told: the system has no signal for that (Windows), or the process is busy in something else. The process stays stopped.
 */
async function pauseProcess(child: ChildProcess, { patience }: { patience: number }): Promise<readonly PausedFrame[]> {
  if (process.platform === 'win32') return []
  const late = new Deadline(patience)
  late.begin()
  const given = late.passed.then(() => [])
  try {
    const address = await Promise.race([openInspector(child), given])
    return typeof address === 'string' ? await Promise.race([pause(address), given]) : []
  } finally {
    late.cancel()
  }
}

/** SIGUSR1 has a Node process open its inspector, from a thread of its own. */
function openInspector(child: ChildProcess): Promise<string> {
  const stderr = child.stderr!
  stderr.unpipe()
  child.kill('SIGUSR1')
  return new Promise((resolve) => {
    createInterface(stderr).on('line', (line) => {
      const [, address] = /^Debugger listening on (ws:\S+)$/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
  })
}

async function pause(address: string): Promise<readonly PausedFrame[]> {
  const socket = new WebSocket(address)
  const scripts = new Map<string, NonNullable<Event['params']>>()
  try {
    await once(socket, 'open')
    for (const [id, method] of ['Debugger.enable', 'Debugger.pause'].entries())
      socket.send(JSON.stringify({ id, method }))
    for await (const [data] of on(socket, 'message') as AsyncIterable<[Buffer]>) {
      const { method, params = {} } = JSON.parse(data.toString()) as Event
      if (method === 'Debugger.scriptParsed' && params.scriptId !== undefined) scripts.set(params.scriptId, params)
      if (method === 'Debugger.paused') return (params.callFrames ?? []).map((frame) => toFrame(frame, scripts))
    }
    return []
  } finally {
    socket.terminate()
  }
}

function toFrame({ functionName: name, location }: CallFrame, scripts: Scripts): PausedFrame {
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
