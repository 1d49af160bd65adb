import { egressRefusalIn } from '../../base/egress/index.ts'

/** The number of bytes of an answer that are stored. */
const MOST_OF_ANSWER = 1_000

/** One POST to a receiver. */
interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface SendOptions {
  /** Milliseconds for the whole exchange. */
  readonly limit: number
  /** Ends the try, because the host closes. */
  readonly signal: AbortSignal
}

/** The result of a try. */
export interface Sent {
  /** Undefined if there was no answer. */
  readonly status?: number
  readonly duration_ms: number
  /** Undefined if the receiver has accepted it. */
  readonly error?: string
  /** The beginning of the answer. */
  readonly response?: string
  /** Milliseconds after which the receiver wants the next try. */
  readonly retryAfter?: number
}

/** Posts a message. Does not follow redirects, so only the named receiver gets it. @throws if the signal is aborted */
export async function send({ url, headers, body }: Post, { limit, signal }: SendOptions): Promise<Sent> {
  const begun = performance.now()
  const took = () => ({ duration_ms: Math.round(performance.now() - begun) })
  const late = AbortSignal.timeout(limit)
  try {
    const answer = await fetch(url, {
      ...{ method: 'POST', body, headers, redirect: 'manual' },
      signal: AbortSignal.any([signal, late]),
    })
    const response = await beginningOf(answer)
    const { status, ok } = answer
    const error = ok ? {} : { error: refusal(status) }
    return { status, ...took(), ...error, ...(response && { response }), ...waitOf(answer) }
  } catch (error) {
    signal.throwIfAborted()
    return { ...took(), error: late.aborted ? `There was no answer within ${limit / 1000} s.` : reasonOf(error) }
  }
}

const refusal = (status: number) =>
  status >= 300 && status < 400
    ? `The receiver answered ${status}, a redirect, which is not followed. Enter the address that it leads to.`
    : `The receiver answered ${status}.`

/** The beginning as text. Invalid UTF-8 is shown with replacement characters, and NUL is removed, because PostgreSQL cannot store it. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader()
  if (reader === undefined) return ''
  const read: Uint8Array[] = []
  try {
    for (let size = 0; size < MOST_OF_ANSWER;) {
      const { value, done } = await reader.read()
      if (done) break
      read.push(value)
      size += value.length
    }
  } catch {
    // The status has been received, and it decides.
  }
  await reader.cancel().catch(() => undefined)
  return Buffer.concat(read).subarray(0, MOST_OF_ANSWER).toString('utf8').replaceAll('\0', '')
}

/** In seconds or as a date. */
function waitOf({ headers }: Response): Pick<Sent, 'retryAfter'> {
  const text = headers.get('retry-after') ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return wait > 0 ? { retryAfter: wait } : {}
}

function reasonOf(error: unknown): string {
  const refused = egressRefusalIn(error)
  if (refused) return refused.message
  const { cause = error } = error as Error
  const { message, code } = cause as Error & { code?: string }
  return `The receiver could not be reached: ${message === '' ? code : message}`
}
