import { once } from 'node:events'
import { WebSocket } from 'ws'
import { TOKEN } from '../start-atrium.ts'
import type { Ledger } from './ledger.ts'

const CLIENTS = 50
const MILLISECONDS = 1_000

interface Frame {
  readonly type: string
  readonly reply_to?: string
  readonly payload: unknown
}

/** Keeps 50 WebSockets open that subscribe to changes and ask the plugin for its generation every second. */
export async function talkOverChannels(url: string, ledger: Ledger): Promise<{ stop: () => Promise<void> }> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connect(url, ledger)))
  return {
    stop: async () => void (await Promise.all(clients.map((client) => client.close()))),
  }
}

async function connect(url: string, ledger: Ledger): Promise<{ close: () => Promise<void> }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  const asked = new Map<string, number>()
  let count = 0
  await once(socket, 'open')
  const send = (namespace: string, type: string, id: string) =>
    socket.send(JSON.stringify({ namespace, type, id, payload: {} }))
  send('shell', 'subscribe', 'subscribe')
  const dropped = (code: number) => ledger.drop(`A WebSocket was closed: ${code}`)
  socket.on('close', dropped).on('message', (data: Buffer) => receive(JSON.parse(data.toString()) as Frame))
  const timer = setInterval(() => {
    const id = String((count += 1))
    asked.set(id, ledger.served)
    send('fleet', 'ask', id)
  }, MILLISECONDS)

  function receive({ type, reply_to = '', payload }: Frame): void {
    const since = asked.get(reply_to)
    if (since === undefined) return
    asked.delete(reply_to)
    if (type === 'generation') ledger.hold(JSON.stringify(payload), { asked: since, what: 'a reply' })
    else ledger.fail(`A message was answered by ${type}: ${JSON.stringify(payload)}`)
  }

  return {
    close: async () => {
      clearInterval(timer)
      for (const end = Date.now() + 5_000; asked.size > 0 && Date.now() < end;)
        await new Promise((go) => setTimeout(go, 10))
      if (asked.size > 0) ledger.fail(`${asked.size} messages were not answered.`)
      socket.off('close', dropped)
      socket.close()
      await once(socket, 'close')
    },
  }
}
