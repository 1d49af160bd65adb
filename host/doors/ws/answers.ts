import { toProblem } from '../../base/errors/index.ts'
import type { Logger } from '../../base/log/index.ts'
import type { Client } from './client.ts'
import type { Envelope } from './envelope.ts'

/** The answers to one message: they repeat its id as `reply_to` and are counted. */
export class Answers {
  readonly requestId: string
  readonly #client: Client
  readonly #envelope: Envelope
  readonly #log: Logger
  #seq = 0

  constructor(client: Client, { envelope, log }: { envelope: Envelope; log: Logger }) {
    this.requestId = client.nameRequest()
    this.#client = client
    this.#envelope = envelope
    this.#log = log
  }

  /** @throws TypeError where the payload is no JSON */
  give(type: string, payload: unknown): void {
    const { namespace, id } = this.#envelope
    this.#client.send({ namespace, type, reply_to: id, seq: this.#seq, payload })
    this.#seq += 1
  }

  /** Answers what went wrong as `error`, with the body that HTTP would have, and logs what is a fault of ours. */
  fail(thrown: unknown): void {
    const { body, error, status } = toProblem(thrown, { requestId: this.requestId })
    if (status >= 500)
      this.#log.error({ err: error.cause ?? error, code: error.code, ...this.#about() }, 'a message failed')
    this.give('error', body)
  }

  #about() {
    const { namespace, members } = this.#envelope
    return { request_id: this.requestId, caller: this.#client.caller.id, namespace, type: members?.type }
  }
}
