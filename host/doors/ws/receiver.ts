import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '@atrium/sdk'
import { ApiError, nearest_name } from '@atrium/sdk'
import type { MessageRule } from '@atrium/sdk/host'
import { as_caller } from '@atrium/sdk/host'
import { type EndTurn, outsideOfCalls } from '../../base/lifetime/index.ts'
import { toApiError } from '../../base/errors/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { RateLimit } from '../../core/auth/index.ts'
import type { CallerTurns } from '../../core/operations/index.ts'
import { held } from '../../core/operations/index.ts'
import { isPreview, onlyPreview, permissionDenied, reportUnawaited } from '../../core/operations/index.ts'
import type {
  Message,
  Namespace,
  NamespaceRegistry,
  RuntimeFindings,
  RuntimeReport,
} from '../../core/registries/index.ts'
import { Answers, MessageExchange } from './message-exchange.ts'
import type { Client } from './client.ts'
import type { Envelope } from './envelope.ts'
import { readEnvelope, readType } from './envelope.ts'
import { createPayloadCheck } from './payload-check.ts'
import type { Topics } from './topics.ts'

export interface ReceiverOptions {
  readonly namespaces: NamespaceRegistry
  readonly topics: Topics<Client>
  /** Records which messages of plugins fail. */
  readonly findings: RuntimeFindings
  /** Explains a missing namespace. */
  readonly explain: (namespace: string) => ApiError
  /** Limits the messages of a connection, by its id. */
  readonly limitMessages: RateLimit
  /** Limits the messages of all connections of a caller, by its account. */
  readonly limitCaller: RateLimit
  /** The most messages of one connection that are handled at once. */
  readonly mostUnderWay: number
  /** Lets callers take turns. */
  readonly turns: CallerTurns
  readonly log: HostLogger
}

interface Received {
  readonly namespace: Namespace
  readonly message: Message
}

interface Accepted extends Received {
  readonly permission: string
}

/**
 * Milliseconds for which a connection is not read after a message that was too many. A flood then costs a few refusals a second instead of
 * thousands, whose answers would take the time of everybody else.
 */
const AFTER_TOO_MANY = 250

/**
 * Makes the function that handles messages: rate limit → turn of the caller → envelope → namespace → type → permission → payload → handler
 * of the current generation, which is held until the handler is done. Handlers start in the order of the messages and
 * do not wait for each other, so a stream cannot delay the message that cancels it. The function returns when the next message of the
 * connection may begin; undefined: at once.
 */
export function createReceiver(options: ReceiverOptions): (client: Client, text?: string) => Promise<void> | undefined {
  const { namespaces, topics, findings, explain, limitMessages, limitCaller, mostUnderWay, turns, log } = options
  const check = createPayloadCheck({ log })

  return (client, text) => {
    const envelope = readEnvelope(text, client.defaultNamespace)
    const answers = new Answers(client, { envelope, log })
    try {
      limitMessages(client.id)
      limitCaller(client.caller.actor_id)
      const turn = turns.begin(client.caller.actor_id, 'plugins')
      if (turn instanceof Promise) return beginLater(client, turn, { envelope, answers })
      return begin(client, turn, { envelope, answers })
    } catch (error) {
      return refuse(answers, error)
    }
  }

  async function beginLater(client: Client, coming: Promise<EndTurn>, message: Arrived): Promise<void> {
    try {
      const turn = await coming
      if (client.isOpen) await begin(client, turn, message)
      else turn()
    } catch (error) {
      await refuse(message.answers, error)
    }
  }

  function begin(client: Client, endTurn: EndTurn, { envelope, answers }: Arrived): Promise<void> | undefined {
    try {
      void handle(client, accept(client, envelope, answers.requestId), answers).finally(endTurn)
      return undefined
    } catch (error) {
      endTurn()
      return refuse(answers, error)
    }
  }

  function accept(client: Client, envelope: Envelope, requestId: string): Accepted {
    const type = readType(envelope)
    const { namespace: name = '', id = requestId, members } = envelope
    const namespace = namespaces.get(name)
    if (namespace === undefined) throw explain(name)
    client.namespaces.add(name)
    const rule = ruleFor(type, namespace)
    requirePermission(rule, { client, type })
    requireNoPreview(rule, { client, type })
    if (client.underWay >= mostUnderWay) throw tooManyAtOnce(mostUnderWay)
    return {
      namespace,
      permission: rule.permission,
      message: { type, id, payload: check(rule.payload, members?.payload) },
    }
  }

  async function handle(client: Client, { namespace, message, permission }: Accepted, answers: Answers): Promise<void> {
    const { lease, withhold } = namespace
    const connection = connectionFor(client, { namespace, namespaces, topics, permission })
    const exchange = new MessageExchange(client, { answers, connection, lease, withhold, permission })
    client.underWay += 1
    try {
      const work = () => held(lease, () => run({ namespace, message }, exchange))
      const returned = await as_caller(client.caller, work, exchange)
      if (returned !== undefined && answers.given === 0) reportReturned({ namespace, message })
    } catch (error) {
      as_caller(client.caller, () => exchange.fail(error), exchange)
      if (client.isOpen) reportFailure({ namespace, message }, error)
    } finally {
      exchange.end()
      client.underWay -= 1
    }
  }

  /** Runs the handler, and reports a change that it created but did not send. */
  async function run(received: Received, exchange: MessageExchange): Promise<unknown> {
    const { namespace, message } = received
    const returned: unknown = await namespace.handler(message, exchange)
    const report = (finding: Finding) => tell(received, finding)
    reportUnawaited({ work: workOf(received), hasTransaction: false, report })
    return returned
  }

  /** What a handler returns is not sent, so its client waits in vain. */
  function reportReturned(received: Received): void {
    const work = workOf(received)
    const message = `The handler of the ${work} returned a value, which is not sent, and gave no answer.`
    const fix = "Answer with `reply`: `({ payload }, { reply }) => reply('answer', { … })`."
    tell(received, { code: 'answer_missing', work, message, fix })
  }

  function reportFailure(received: Received, error: unknown): void {
    const { status, code } = toApiError(error)
    if (status < 500 || code === 'plugin_replaced') return
    tell(received, { code: 'message_failed', work: workOf(received), error })
  }

  /** Messages of the host itself have no lease, and no plugin author to notify. */
  function tell({ namespace: { owner, lease, origin: at }, message }: Received, finding: Finding): void {
    if (lease !== undefined) findings.report({ at, ...finding, plugin: owner, lease, given: message.payload })
  }
}

/** A message before it is accepted. */
interface Arrived {
  readonly envelope: Envelope
  readonly answers: Answers
}

/** Answers with an error. Returns when the connection may be read again if the message was too many; undefined: at once. */
function refuse(answers: Answers, error: unknown): Promise<void> | undefined {
  answers.fail(error)
  const isTooMany = error instanceof ApiError && error.status === 429
  return isTooMany ? outsideOfCalls(() => pause(AFTER_TOO_MANY, undefined, { ref: false })) : undefined
}

type Finding = Omit<RuntimeReport, 'plugin' | 'lease' | 'given'>

const workOf = ({ namespace, message }: Received) => `message ${namespace.name}.${message.type}`

function ruleFor(type: string, { name, rules }: Namespace): MessageRule {
  const rule = Object.hasOwn(rules, type) ? rules[type] : undefined
  if (rule !== undefined) return rule
  const known = Object.keys(rules)
  const near = nearest_name(type, known)
  const hint = near === undefined ? '' : ` Did you mean [${near}]?`
  const detail = `The namespace [${name}] has no message type [${type}].${hint} Allowed: ${known.join(', ') || 'none'}.`
  throw new ApiError('message_unknown', { detail })
}

function requirePermission({ permission }: MessageRule, { client, type }: { client: Client; type: string }): void {
  if (client.caller.can(permission)) return
  throw permissionDenied(`The message [${type}]`, { permission, caller: client.caller })
}

/** @throws ApiError 403 `preview_read_only` */
function requireNoPreview({ read_only }: MessageRule, { client, type }: { client: Client; type: string }): void {
  if (read_only || !isPreview(client.caller)) return
  throw onlyPreview(type, client.caller)
}

const tooManyAtOnce = (most: number) =>
  new ApiError('too_many_requests', {
    detail: `${most} messages of this connection are still being handled, which is the limit. Wait for an answer, then send this one again.`,
  })

interface Surroundings {
  readonly namespace: Namespace
  readonly namespaces: NamespaceRegistry
  readonly topics: Topics<Client>
  readonly permission: string
}

/**
 * The connection as the handlers of one namespace see it, with topics of their own. A removed namespace cannot
 * subscribe, because nothing would ever remove that subscription.
 */
function connectionFor(client: Client, { namespace, namespaces, topics, permission }: Surroundings): Connection {
  const { name, owner } = namespace
  return {
    id: client.id,
    caller: client.caller,
    subscribe: (topic) => {
      if (client.isOpen && namespaces.get(name)?.owner === owner)
        topics.subscribe(client, { namespace: name, topic, permission })
    },
    unsubscribe: (topic) => topics.unsubscribe(client, name, topic),
  }
}
