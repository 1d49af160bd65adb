import type * as Node from '@modelcontextprotocol/node'
import type * as Server from '@modelcontextprotocol/server'
import { latePackage } from '../../base/lifetime/index.ts'

/** The implementation of the protocol. It takes 30 MB, so it is loaded with the first message. */
export const protocol = latePackage<typeof Server>('@modelcontextprotocol/server')

/** Serves the protocol over `node:http`. Loaded like `protocol`. */
export const protocolOverNode = latePackage<typeof Node>('@modelcontextprotocol/node')
