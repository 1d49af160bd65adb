/** The most bytes that an answer of an identity provider may have. A real one has a few thousand. */
const LARGEST = 1024 * 1024

/** Fetches from an identity provider, and refuses an answer that would fill the memory. @throws Error */
export async function fetchFromProvider(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options)
  const { status, statusText, headers } = response
  const body = response.body === null ? null : await readLimited(response.body, url)
  return new Response(body, { status, statusText, headers })
}

async function readLimited(body: AsyncIterable<Uint8Array>, url: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > LARGEST) throw new Error(`The answer of [${url}] has more than ${LARGEST} bytes and was not read.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
