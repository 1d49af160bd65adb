/** The part of s3rver that the tests use; it has no types. */
declare module 's3rver' {
  import type { Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    readonly httpServer: Server
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
  export = S3rver
}
