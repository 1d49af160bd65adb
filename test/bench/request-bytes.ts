/** The bytes of a request. A `json` body is serialized. */
export function requestBytes(
  method: string,
  path: string,
  { headers = {}, json }: { headers?: Readonly<Record<string, string>>; json?: unknown } = {},
): Buffer {
  const body = json === undefined ? '' : JSON.stringify(json)
  const all = {
    Host: '127.0.0.1',
    ...headers,
    ...(json !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
