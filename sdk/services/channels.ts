import type { Static, TSchema } from 'typebox'
import { DeclarationError } from '../declaration/declaration-error.ts'
import type { Origin } from '../declaration/origin.ts'
import { origin_of } from '../declaration/origin.ts'
import { require_schema } from '../declaration/require-record.ts'
import { require_function } from '../declaration/require.ts'
import { require_permission } from './service-names.ts'
import type { Caller } from '../calls/caller.ts'

/** A kind of message that clients may send in a namespace. */
export interface MessageRule<Payload extends TSchema = TSchema> {
  payload: Payload
  permission: string
  /** The handler changes nothing for this message, so that it is also accepted in a preview as a role or a person. */
  read_only?: true
}

/** A connected client. The connection belongs to the host and outlives the plugin's generation. */
export interface Connection {
  readonly id: string
  readonly caller: Caller
  /**
   * Receives everything that is published to the topic, until the connection closes or the plugin is deactivated. Subscriptions survive
   * a reload. Each namespace has its own topics.
   */
  subscribe(topic: string): void
  unsubscribe(topic: string): void
}

type MessageOf<Rules extends Record<string, MessageRule>> = {
  [Type in keyof Rules & string]: {
    readonly type: Type
    readonly id: string
    readonly payload: Static<Rules[Type]['payload']>
  }
}[keyof Rules & string]

/** One message, as its handler gets it. */
export interface MessageCall {
  readonly connection: Connection
  /** Aborted when the connection closes or the generation has to end. */
  readonly signal: AbortSignal
  /** Sends a frame with `reply_to` and a `seq` that counts from 0: several replies make a stream. Does nothing after the client left. */
  reply(type: string, payload: unknown): void
}

/** Where a plugin declares its WebSocket namespaces (ARCHITECTURE: WebSocket). */
export interface Channels {
  /**
   * Declares a namespace with its messages and their handler. Handlers start in the order of the messages and run concurrently. An
   * error that the handler throws is sent as `error`. The handler runs outside of any transaction.
   */
  namespace<const Rules extends Record<string, MessageRule>>(
    name: string,
    rules: Rules,
    handler: (message: MessageOf<Rules>, exchange: MessageCall) => void | Promise<void>,
  ): Channels
  /**
   * Sends a frame to all subscribers of the topic on all hosts: at once, or when the current transaction is committed. Frames of one host
   * arrive in their order. Subscribers on another host miss frames while that host has no connection to the database.
   * @param options.this_host_only for a plugin that notifies its other hosts itself
   */
  publish(topic: string, frame: { type: string; payload: unknown }, options?: { this_host_only?: boolean }): void
}

/** One WebSocket namespace as a plugin declared it. */
export interface NamespaceDeclaration {
  readonly origin: Origin
  readonly name: string
  readonly rules: Readonly<Record<string, MessageRule>>
  readonly handler: (message: never, exchange: MessageCall) => void | Promise<void>
}

/** Channels that record each declaration, and the declarations so far, in order. */
export interface CollectedChannels {
  readonly channels: Channels
  readonly declarations: readonly NamespaceDeclaration[]
}

/**
 * Makes the `channels` that the host passes to `register_channels`. Tests use it to see what a plugin declares. Wrong arguments throw
 * a DeclarationError at the author's call.
 * @param publish sends the frames
 */
export function collect_channels(publish: Channels['publish']): CollectedChannels {
  const declarations: NamespaceDeclaration[] = []
  const namespace: Channels['namespace'] = (name, rules, handler) => {
    requireName(name)
    requireRules(name, rules)
    require_function('namespace', handler, `namespace('${name}', { … }, (message, exchange) => …)`)
    declarations.push({ origin: origin_of(namespace), name, rules, handler })
    return channels
  }
  const channels: Channels = { namespace, publish }
  return { channels, declarations }
}

function requireName(name: string): void {
  if (/^[a-z][a-z0-9-]*$/.test(name)) return
  throw new DeclarationError('id_invalid', `[${name}] is not a valid name for a namespace.`, {
    fix: 'Begin with a lower-case letter, and use only lower-case letters, digits and hyphens.',
  })
}

function requireRules(name: string, rules: Readonly<Record<string, MessageRule>>): void {
  for (const [type, rule] of Object.entries(rules)) {
    if (rule?.payload !== undefined && rule.permission) {
      require_schema(`payload of ${type} in ${name}`, rule.payload)
      require_permission(`The message [${type}] of [${name}]`, rule.permission)
      continue
    }
    throw new DeclarationError(
      'channel_invalid',
      `The message [${type}] of [${name}] has no payload or no permission.`,
      {
        fix: "Give it both: `{ payload: Type.Object({ … }), permission: '<plugin>.<resource>.<action>' }`.",
      },
    )
  }
}
