import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { AwsClient } from 'aws4fetch'
import type { FileStore } from './file-store.ts'

/** Keeps files in a bucket, addressed by path, as every store that speaks S3 understands it. */
export function createS3Store(location: S3Location): FileStore {
  let connecting: Promise<AwsClient> | undefined
  const urlOf = (name: string) => `${location.url}/${name}`

  async function send(method: string, name: string, headers: Record<string, string> = {}): Promise<Request> {
    connecting ??= connect(location)
    return (await connecting).sign(urlOf(name), { method, headers })
  }

  return {
    place: location.url,
    take: async (name, file) => {
      const headers = { 'content-type': file.mediaType, 'x-amz-content-sha256': file.sha256 }
      const signed = await send('PUT', name, headers)
      const body = Readable.toWeb(createReadStream(file.path))
      signed.headers.set('content-length', String(file.size))
      await expectSuccess(await fetch(signed, { body, duplex: 'half' }), `PUT ${name}`)
    },
    open: async (name) => {
      const response = await fetch(await send('GET', name))
      if (response.status === 404) return undefined
      await expectSuccess(response, `GET ${name}`)
      return response.body ? Readable.fromWeb(response.body) : Readable.from([])
    },
    delete: async (name) => {
      const response = await fetch(await send('DELETE', name))
      if (response.status !== 404) await expectSuccess(response, `DELETE ${name}`)
    },
  }
}

/** Imported when it is needed: most hosts keep their files beside their database. */
async function connect({ accessKeyId, secretAccessKey, region }: S3Location): Promise<AwsClient> {
  const { AwsClient } = await import('aws4fetch')
  return new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
}

/** The store's own words go to the log; they may name what is nobody's business. */
async function expectSuccess(response: Response, what: string): Promise<void> {
  if (response.ok) return
  throw new Error(`The file store answered ${response.status} to ${what}: ${(await response.text()).slice(0, 500)}`)
}

/** A bucket that speaks S3, and what opens it. */
export interface S3Location {
  /** With the bucket as the first segment of the path, without a slash at its end. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}
