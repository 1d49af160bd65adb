import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { TOKEN } from '../start-atrium.ts'
import type { Ledger } from './ledger.ts'

const CONNECTIONS = 16
const MILLISECONDS = 5

const PATHS = [
  'GET /api/v1/fleet/generation',
  'GET /api/v1/fleet/vans?_sort=plate',
  'GET /api/v1/panels/operations/modules/fleet/manifest',
  'POST /api/v1/fleet/orders',
  'GET /api/v1/fleet/vans/2',
  'GET /api/v1/ui/dashboards/vans-list',
]
const CREATE = 'GET /api/v1/ui/dashboards/vans-create'

/** Requests the records and documents of the plugin 200 times a second over keep-alive connections. Stopping waits for open requests. */
export function askDocuments(url: string, ledger: Ledger): { stop: () => Promise<void> } {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const under = new Set<Promise<void>>()
  const sockets = new Set<Socket>()
  let turn = 0
  let stopped = false

  const timer = setInterval(() => {
    turn += 1
    const work = turn % (PATHS.length + 1) === 0 ? askForm() : ask(PATHS[turn % PATHS.length] ?? '')
    const asked = work.then(
      () => undefined,
      (error: unknown) => ledger.drop(String(error)),
    )
    under.add(asked)
    void asked.finally(() => under.delete(asked))
  }, MILLISECONDS)

  async function ask(what: string): Promise<string> {
    const asked = ledger.served
    const { status, body } = await send(what)
    if (status === 200) ledger.hold(body, { asked, what })
    else ledger.fail(`${what} is ${status}: ${body}`)
    return body
  }

  /** A form stays readable until its generation was replaced twice. */
  async function askForm(): Promise<void> {
    const asked = ledger.served
    const id = /"form_id":"([^"]+)"/.exec(await ask(CREATE))?.[1]
    const { status, body } = await send(`GET /api/v1/forms/${id}`)
    if (status === 200) ledger.hold(body, { asked, what: `the form ${id}` })
    else if (ledger.served - asked < 2) ledger.fail(`The form ${id} is ${status}: ${body}`)
  }

  function send(what: string): Promise<{ status: number; body: string }> {
    const [method = '', path = ''] = what.split(' ')
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { method, agent, headers: { authorization: `Bearer ${TOKEN}` } }, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
      })
      sent.on('error', reject).on('socket', watch).end()
    })
  }

  function watch(socket: Socket): void {
    if (sockets.has(socket)) return
    sockets.add(socket)
    socket.once('close', () => {
      if (!stopped) ledger.drop('The host closed a connection that was kept.')
    })
  }

  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(under)
      stopped = true
      agent.destroy()
    },
  }
}
