import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type * as Signing from 'aws4fetch'
import type { AwsClient } from 'aws4fetch'
import { latePackage, outsideOfCalls, Slots } from '../lifetime/index.ts'
import type { FileStore, StoredName } from './file-store.ts'

/** More requests than these wait for their turn, because a service that gets a thousand connections at once refuses some of them. */
const AT_ONCE = 50

/** Stores files in an S3 bucket. Uses path-style addresses, which every S3-compatible service accepts. */
export function createS3Store(location: S3Location): FileStore {
  let client: AwsClient | undefined
  const slots = new Slots(AT_ONCE)
  /** The host's own requests, independent of the plugin that stores or opens a file. */
  const request: typeof fetch = (...asked) => slots.run(() => outsideOfCalls(() => fetch(...asked)))
  const sign = (url: string, init: RequestInit) => (client ??= connect(location)).sign(url, init)

  async function send(method: string, name: string, headers: Record<string, string> = {}): Promise<Request> {
    return sign(`${location.url}/${name}`, { method, headers })
  }

  return {
    place: location.url,
    take: async (name, file) => {
      const headers = { 'content-type': file.mediaType, 'x-amz-content-sha256': file.sha256 }
      const signed = await send('PUT', name, headers)
      const body = Readable.toWeb(createReadStream(file.path))
      signed.headers.set('content-length', String(file.size))
      await expectSuccess(await request(signed, { body, duplex: 'half' }), `PUT ${name}`)
    },
    open: async (name) => {
      const response = await request(await send('GET', name))
      if (response.status === 404) return undefined
      await expectSuccess(response, `GET ${name}`)
      return response.body ? Readable.fromWeb(response.body) : Readable.from([])
    },
    delete: async (name) => {
      const response = await request(await send('DELETE', name))
      if (response.status !== 404) await expectSuccess(response, `DELETE ${name}`)
    },
    async *list(folder) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}/` })
      for (;;) {
        const response = await request(await sign(`${location.url}?${query.toString()}`, { method: 'GET' }))
        await expectSuccess(response.clone(), `GET ${folder}/`)
        const page = await response.text()
        yield [...page.matchAll(CONTENTS)].map(([, content = '']) => readName(content))
        const next = elementOf(page, 'NextContinuationToken')
        if (next === undefined) return
        query.set('continuation-token', next)
      }
    },
  }
}

const CONTENTS = /<Contents>(.*?)<\/Contents>/gs

/** Names consist of safe characters, so the XML needs no unescaping. */
function readName(content: string): StoredName {
  return { name: elementOf(content, 'Key') ?? '', storedAt: Date.parse(elementOf(content, 'LastModified') ?? '') }
}

const elementOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

/** Loaded on first use, because most hosts store their files in the data directory. */
const signing = latePackage<typeof Signing>('aws4fetch')

function connect({ accessKeyId, secretAccessKey, region }: S3Location): AwsClient {
  const { AwsClient } = signing()
  return new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
}

/** The error contains the service's own answer, so it belongs only in the log, because it may reveal internals. */
async function expectSuccess(response: Response, what: string): Promise<void> {
  if (response.ok) return
  throw new Error(`The file store answered ${response.status} to ${what}: ${(await response.text()).slice(0, 500)}`)
}

/** An S3 bucket and its credentials. */
export interface S3Location {
  /** The bucket is the first segment of the path. Without a trailing slash. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}
