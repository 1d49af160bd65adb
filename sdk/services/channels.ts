import type { Static, TSchema } from 'typebox'
import type { Caller } from './caller.ts'

/** A kind of message that clients may send in a namespace. */
export interface MessageRule<Payload extends TSchema = TSchema> {
  payload: Payload
  permission: string
}

/** A connected client. The connection belongs to the host and outlives the plugin's generation. */
export interface Connection {
  readonly id: string
  readonly caller: Caller
  /**
   * Receives what is published to the topic, until the connection closes or the plugin is deactivated; a reload changes nothing.
   * Topics are the namespace's own.
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

/** One message in the hands of its handler, with the ways to answer it. */
export interface Exchange {
  readonly connection: Connection
  /** Aborted when the connection closes or the generation has to end. */
  readonly signal: AbortSignal
  /** Sends a frame with `reply_to`, numbered from 0 with `seq`: several make a stream. Does nothing once the client has left. */
  reply(type: string, payload: unknown): void
}

/** Where a plugin declares its WebSocket namespaces (design section 8). */
export interface Channels {
  /**
   * Declares a namespace, its messages and who handles them. Messages are handled in the order they come in, but none waits for
   * the one before it; what the handler throws is answered as `error`. It runs in no transaction.
   */
  namespace<const Rules extends Record<string, MessageRule>>(
    name: string,
    rules: Rules,
    handler: (message: MessageOf<Rules>, exchange: Exchange) => void | Promise<void>,
  ): Channels
  /** Sends a frame to all who subscribed to the topic: at once, or when the present transaction is committed. */
  publish(topic: string, frame: { type: string; payload: unknown }): void
}
