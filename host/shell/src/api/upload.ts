import { t } from '../language/t.ts'
import { reach } from './reach.ts'
import { type Answer, type Method, readAnswer, sendAgain, unreachable } from './request.ts'
import { addressOf } from './base-path.ts'

interface UploadOptions {
  body: FormData
  headers: Record<string, string>
  signal: AbortSignal
  /** Called with the share sent so far, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Sends a form with files. Uses `XMLHttpRequest`, because `fetch` does not report the progress of uploads.
 * @throws ApiProblem for every answer that is not 2xx, and if there is no answer
 * @throws DOMException `AbortError` when the signal aborts
 */
export async function upload<Data>(method: Method, path: string, options: UploadOptions): Promise<Answer<Data>> {
  return readAnswer<Data>(await sendAgain(path, () => send(method, path, options)))
}

function send(method: Method, path: string, { body, headers, signal, onProgress }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(method, addressOf(path))
    for (const [name, value] of Object.entries({ accept: 'application/json', ...headers }))
      sending.setRequestHeader(name, value)
    sending.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total)
    sending.onload = () => resolve(toResponse(sending))
    sending.onerror = () => {
      reach.lost()
      reject(unreachable())
    }
    sending.onabort = () => reject(new DOMException(t('The upload was stopped.'), 'AbortError'))
    signal.addEventListener('abort', () => sending.abort(), { once: true })
    sending.send(body)
  })
}

function toResponse(sent: XMLHttpRequest): Response {
  const { status, statusText, responseText } = sent
  const lines = sent.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines.map((line) => line.split(/:\s*(.*)/, 2) as [string, string])
  return new Response(status === 204 ? null : responseText, { status, statusText, headers })
}
