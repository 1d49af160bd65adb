import type { Origin } from '../declaration/origin.ts'
import type { Exchange, MessageRule } from './channels.ts'

/** One WebSocket namespace as a plugin declared it. */
export interface NamespaceDeclaration {
  readonly origin: Origin
  readonly name: string
  readonly rules: Readonly<Record<string, MessageRule>>
  readonly handler: (message: never, exchange: Exchange) => void | Promise<void>
}
