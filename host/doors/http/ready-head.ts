import { ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'

/** Milliseconds for which an idle connection is kept. Longer than the 60 s of common proxies, because the proxy has to close it first. */
export const KEEP_ALIVE_MS = 65_000

const KEPT = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`

/**
 * Makes the first lines of answers with the same status and headers.
 * @param headers flat: name, value, name, value
 * @throws TypeError for a header that HTTP does not allow
 */
export function readyHead(status: number, headers: readonly string[]): string {
  let lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]]
    validateHeaderName(name)
    validateHeaderValue(name, value)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}

/**
 * Gives an answer a prepared head. `writeHead` would check and join the same lines for each answer, a sixth of the work for a document.
 * Only for HTTP/1.1 on a keep-alive connection; in other cases `writeHead` adds Node's own connection headers.
 * @param more further lines, each with its line end
 * @returns whether the answer has its head
 */
export function writeReadyHead(response: ServerResponse, lines: string, more: string): boolean {
  if (!response.shouldKeepAlive || response.req.httpVersion !== '1.1') return false
  // The answers of a frame change their headers in `writeHead`.
  if (response.constructor !== ServerResponse) return false
  // Node itself keeps the head here until the body is sent. If a version kept it elsewhere, `headersSent` would be false.
  ;(response as unknown as { _header: string })._header = `${lines}${more}Date: ${presentDate()}\r\n${KEPT}`
  return response.headersSent
}

const SECOND = 1_000
let date = ''
let dateOf = -1

/** The time in the format of HTTP, formatted once a second. */
function presentDate(): string {
  const now = Date.now()
  const second = Math.floor(now / SECOND)
  if (second !== dateOf) date = new Date(now).toUTCString()
  dateOf = second
  return date
}
