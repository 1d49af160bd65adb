import { setTimeout as pause } from 'node:timers/promises'
import type { MortalHosts } from '../../helpers/mortal-hosts.ts'

interface Asked {
  /** The Idempotency-Key. Without one, repeating the request must not matter. */
  readonly key?: string
  readonly json?: object
  readonly form?: () => FormData
}

/** Milliseconds between two tries. */
const PAUSE = 100

/** Repeats a request until it is answered, as a careful program does. @throws Error for an answer that says not to */
export async function askPatiently<Body>(
  hosts: MortalHosts,
  call: string,
  { key, json, form }: Asked = {},
): Promise<Body> {
  const [method = 'GET', path = ''] = call.split(' ')
  for (;;) {
    const init = {
      method,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      ...(json && { json }),
      ...(form && { body: form() }),
    }
    const answer = await hosts
      .request(path, init)
      .then(async (response) => ({ status: response.status, body: (await response.json()) as Body & Refusal }))
      .catch(() => undefined)
    if (answer && answer.status < 400) return answer.body
    if (answer?.body.code === 'plugin_failed') await retryPlugin(hosts, path, answer.body)
    // Between two processes the plugins are not active yet.
    const passes = answer === undefined || answer.body.retryable === true || PASSING.has(answer.body.code ?? '')
    if (!passes) throw new Error(`[${call}] was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    await pause(PAUSE)
  }
}

const PASSING = new Set(['plugin_inactive', 'plugin_failed'])

/** As an operator would: a busy machine or two kills during its load may keep a plugin from serving. */
async function retryPlugin(hosts: MortalHosts, path: string, { detail }: Refusal): Promise<void> {
  const plugin = path.split('/')[3]
  console.log(`${new Date().toISOString()} [${plugin}] is retried: ${detail}`)
  await hosts.request(`/api/v1/plugins/${plugin}/retry`, { method: 'POST' }).catch(() => undefined)
}

interface Refusal {
  readonly detail?: string
  readonly code?: string
  readonly retryable?: boolean
}
