import { ApiError, type Caller, type Connection, type MessageCall } from '@atrium/sdk'
import { as_caller, type Withhold } from '@atrium/sdk/host'
import { loggedFailure, toApiError, toProblem } from '../../base/errors/index.ts'
import type { Lease } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { withCurrent } from '../../core/operations/index.ts'
import type { OperationRequest } from '../../core/operations/index.ts'
import { ORIGINS } from '../../core/operations/index.ts'
import type { Client } from './client.ts'
import type { Envelope } from './envelope.ts'
import { requireFrame } from './frame-size.ts'

/** The answers to one message: numbered, with its id as `reply_to`. */
export class Answers {
  readonly requestId: string
  readonly #client: Client
  readonly #envelope: Envelope
  readonly #log: HostLogger
  #seq = 0

  constructor(client: Client, { envelope, log }: { envelope: Envelope; log: HostLogger }) {
    this.requestId = client.nameRequest()
    this.#client = client
    this.#envelope = envelope
    this.#log = log
  }

  /** How many were given. */
  get given(): number {
    return this.#seq
  }

  /** @throws TypeError if the payload is not JSON */
  give(type: string, payload: unknown): void {
    const { namespace, id } = this.#envelope
    this.#client.send({ namespace, type, reply_to: id, seq: this.#seq, payload })
    this.#seq += 1
  }

  /** Answers with `error` and the body that HTTP would have; logs server errors. */
  fail(thrown: unknown): void {
    const { body, error, status } = toProblem(thrown, { requestId: this.requestId })
    if (status >= 500) this.#log.error('a message failed', { ...loggedFailure(error), ...this.#about() })
    this.give('error', body)
  }

  #about() {
    const { namespace, members } = this.#envelope
    return { request_id: this.requestId, caller: this.#client.caller.id, namespace, type: members?.type }
  }
}

interface MessageExchangeOptions {
  readonly answers: Answers
  readonly connection: Connection
  /** The generation that the handler belongs to. */
  readonly lease: Lease | undefined
  /** The withholding of the namespace. */
  readonly withhold: Withhold
  /** The permission that admitted the message. */
  readonly permission: string
}

/** One message during its handling, and the request that its in-process calls continue. */
export class MessageExchange
  implements MessageCall, Pick<OperationRequest, 'caller' | 'origin' | 'requestId' | 'signal'>
{
  readonly connection: Connection
  readonly caller: Caller
  readonly origin: OperationRequest['origin']
  readonly requestId: string
  /** The permission that decides which of the caller's roles apply. */
  readonly permission: string
  /** An own property, because handlers destructure the exchange. */
  readonly reply: MessageCall['reply']
  readonly #client: Client
  readonly #answers: Answers
  /** The generation that the handler belongs to. */
  readonly lease: Lease | undefined
  readonly #withhold: Withhold
  #abort: AbortController | undefined
  #isHandled = false

  constructor(client: Client, { answers, connection, lease, withhold, permission }: MessageExchangeOptions) {
    this.connection = connection
    this.caller = client.caller
    this.origin = ORIGINS[client.identity.by]
    this.requestId = answers.requestId
    this.permission = permission
    this.#client = client
    this.#answers = answers
    this.lease = lease
    this.#withhold = withhold
    this.reply = (type, payload) => {
      if (typeof type !== 'string') throw replyWithoutType()
      if (this.#isOver) return
      requireFrame(payload, `The payload of the answer [${type}]`)
      answers.give(
        type,
        as_caller(this.caller, () => withhold(payload, this.caller), this),
      )
    }
  }

  /**
   * Aborted when the connection closes or the generation has to end. Created on first use, because most handlers never
   * need it.
   */
  get signal(): AbortSignal {
    this.#abort ??= this.#abortWithSources()
    return this.#abort.signal
  }

  /**
   * Answers an error of the handler. An AbortError after the connection or generation ended is not the handler’s fault.
   */
  fail(thrown: unknown): void {
    const brokeOff = thrown instanceof Error && thrown.name === 'AbortError'
    if (brokeOff && this.#client.closed.aborted) return
    const error = toApiError(brokeOff && this.lease?.signal.aborted ? replaced() : thrown)
    this.#answers.fail(withCurrent(error, { withhold: this.#withhold, caller: this.#client.caller }))
  }

  /** Called when the handler is done or no longer waited for. */
  end(): void {
    this.#isHandled = true
    for (const source of this.#sources()) source.removeEventListener('abort', this.#onAbort)
  }

  /** Until its generation ends, a handler may answer later from a callback. After that, late answers are dropped. */
  get #isOver(): boolean {
    return this.#isHandled && this.lease?.signal.aborted === true
  }

  /** Avoids `AbortSignal.any`, which would leave an entry at each source for each message. */
  #abortWithSources(): AbortController {
    const abort = new AbortController()
    for (const source of this.#sources()) {
      if (source.aborted) abort.abort()
      else if (!this.#isHandled) source.addEventListener('abort', this.#onAbort)
    }
    return abort
  }

  readonly #onAbort = () => this.#abort?.abort()

  #sources(): readonly AbortSignal[] {
    return [this.#client.closed, ...(this.lease ? [this.lease.signal] : [])]
  }
}

const replyWithoutType = () =>
  new TypeError("[reply] requires the type of the answer before its payload: `reply('answer', { … })`.")

const replaced = () =>
  new ApiError('plugin_replaced', {
    detail: 'The plugin was replaced or stopped while it handled this message. Send it again.',
  })
