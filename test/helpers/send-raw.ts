import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Writes these bytes to a server and returns what it answers until it closes the connection.
 * @param options.until closes the connection as soon as the answer contains this
 */
export async function sendRaw(
  url: string,
  text: string,
  { until }: { until?: string | undefined } = {},
): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (data: string) => {
    received += data
    if (until !== undefined && received.includes(until)) socket.destroy()
  })
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return received
}
