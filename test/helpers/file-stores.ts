import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import type { S3Location } from '../../host/base/files/s3-store.ts'

/** A place for files: the data directory or a bucket. */
export interface TestStore {
  readonly s3: S3Location | undefined
  close(): Promise<void>
}

/** Runs a suite for every place that files can be stored in. */
export function eachStore(define: (open: () => Promise<TestStore>) => void): void {
  describe('in the data directory', () =>
    define(() => Promise.resolve({ s3: undefined, close: () => Promise.resolve() })))
  describe('in a bucket that speaks S3', () => define(startBucket))
}

async function startBucket(): Promise<TestStore> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atrium-bucket-'))
  const options = { port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'documents' }] }
  const server = new S3rver(options)
  const { port } = await server.run()
  // After its usual 5 s, a busy machine closes a connection just when the client sends the next request on it.
  server.httpServer.keepAliveTimeout = 0
  return {
    s3: {
      url: `http://127.0.0.1:${port}/documents`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
