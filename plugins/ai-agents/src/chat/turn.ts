import { ApiError, present_caller } from '@atrium/sdk'
import { askApproval } from '../approvals/ask-approval.ts'
import { APPROVALS, type ApprovalResult, approvalRows } from '../approvals/approval.ts'
import { requireUsable } from '../agents/usable-agents.ts'
import type { Agent } from '../agents/agent.ts'
import { agentTools, type AgentTool } from '../tools/offered.ts'
import { hashOf } from '../tools/canonical.ts'
import { type CallResult, failed, refusedCall, runCall } from '../tools/run-call.ts'
import { SEARCH_TOOLS, searchTools } from '../tools/search-tool.ts'
import type { Chat } from './chat.ts'
import type { ConversationRow } from './conversation.ts'
import { endTurn, Interrupted, type TurnEnd } from './end-turn.ts'
import type { FrameStream } from './frame-writer.ts'
import { addMessage, type Content, readMessages, type Message, type StepCall } from './messages.ts'
import { modelStep } from './model-step.ts'
import { isBusy, persist } from '../persist.ts'

/** Why a turn was asked to end. */
export type Stop = 'cancelled' | 'lost' | 'replaced'

export interface TurnOptions {
  readonly chat: Chat
  readonly conversation: ConversationRow & { readonly turn_id: string }
  readonly frames: FrameStream
  /** Aborted with a `Stop` as the reason. */
  readonly signal: AbortSignal
}

/**
 * One answer of an agent: steps of the model and calls of tools, until the model is done, somebody has to approve, or something ends it.
 * All data that later steps need is in the database, so that any host can take over the turn between two steps. Each step runs with the
 * person's permissions at that time.
 */
export class Turn {
  readonly options: TurnOptions
  #agent: Agent | undefined
  /** Whether the person may see credentials, and so what their providers answer. */
  #mayKnow = false

  constructor(options: TurnOptions) {
    this.options = options
  }

  /** The agent in its version for the present step. */
  get agent(): Agent {
    if (this.#agent === undefined) throw new Error('The turn has not begun.')
    return this.#agent
  }

  /** Runs until the turn ends, waits or is handed over. */
  async run(): Promise<void> {
    const { signal, frames } = this.options
    for (;;) {
      const end = await this.#persistentStep().catch((error: unknown) => this.#endOf(error))
      if (signal.aborted && signal.reason === 'lost') return
      if (frames.lost.aborted) return
      if (end !== undefined) return endTurn(end, this.options)
      if (signal.aborted) return endTurn(this.#endOf(signal.reason), this.options)
    }
  }

  #endOf(error: unknown): TurnEnd {
    const { signal } = this.options
    if (signal.aborted && signal.reason === 'cancelled') return { type: 'aborted' }
    if (error instanceof Interrupted) return { type: 'error', error }
    if (signal.aborted && signal.reason === 'replaced') return { type: 'handed-over' }
    return { type: 'error', error, mayKnow: this.#mayKnow }
  }

  /** Repeats a step for which the database was too busy: all its work is stored, unless the person has already seen text of it. */
  #persistentStep(): Promise<TurnEnd | undefined> {
    const { signal, frames } = this.options
    const { said } = frames
    return persist(
      () => this.#step(),
      (error) => !isBusy(error) || signal.aborted || frames.said !== said,
    )
  }

  /** One step with the person's present permissions. Undefined: continue. */
  #step(): Promise<TurnEnd | undefined> {
    const { chat, conversation } = this.options
    const { account, agent_id, agent_name, id } = conversation
    return chat.context.act_for(account, { agent: agent_name, conversation: id }, async () => {
      const caller = present_caller()
      if (caller?.can('ai-agents.chat.send') !== true) throw mayNotChat()
      this.#mayKnow = caller.can('ai-agents.credentials.view')
      this.#agent = await requireUsable(agent_id, caller, chat.context)
      const messages = await readMessages(id, chat.context.db)
      const turn = messages.filter(({ turn_id }) => turn_id === conversation.turn_id)
      const open = openCalls(turn)
      if (open.length > 0) return this.#answerCalls(open, turn)
      const steps = turn.filter(({ role }) => role === 'assistant').length
      if (steps >= this.agent.max_steps) throw tooManySteps(this.agent)
      return modelStep(this, messages)
    })
  }

  async #answerCalls(open: readonly StepCall[], turn: readonly Message[]): Promise<TurnEnd | undefined> {
    const { chat, signal } = this.options
    const tools = await agentTools(this.agent, chat.tools)
    for (const call of open) {
      signal.throwIfAborted()
      await this.#answerCall(call, { tools, turn })
    }
    return (await this.#isUndecided()) ? { type: 'waiting' } : undefined
  }

  async #answerCall(call: StepCall, { tools, turn }: Answering): Promise<void> {
    const approval = await this.#approvalOf(call)
    if (approval !== undefined) {
      if (approval.result !== null) await this.#tell(call, JSON.parse(approval.result) as ApprovalResult)
      return
    }
    if (call.tool === SEARCH_TOOLS) return this.#tell(call, await searchTools(tools, call.input))
    const tool = tools.get(call.tool)
    if (tool === undefined) return this.#tell(call, await this.#refuseOffer(call, tools))
    const refusal = refusalOf(call, turn)
    if (refusal !== undefined) return this.#tell(call, refusal)
    if (tool.policy === 'allow') return this.#run(call)
    const input = call.input as Readonly<Record<string, unknown>>
    const wrong = await refusedCall(this.options.chat.tools, { name: call.tool, input })
    await (wrong === undefined ? askApproval(call, tool, this) : this.#tell(call, wrong))
  }

  /** Distinguishes a tool whose description has changed meanwhile from one that never existed. */
  async #refuseOffer({ tool }: StepCall, tools: Answering['tools']): Promise<CallResult> {
    const refusal = await this.options.chat.tools.checkOffer(tool, this.agent).then(() => undefined, failed)
    return refusal ?? unknownTool(tool, tools)
  }

  async #run(call: StepCall): Promise<void> {
    const { chat, conversation, signal } = this.options
    const key = `call-${conversation.id}-${conversation.turn_id}-${call.call_id}`
    const input = call.input as Readonly<Record<string, unknown>>
    const result = await runCall(chat.tools, { name: call.tool, input }, { key, signal })
    signal.throwIfAborted()
    await this.#tell(call, result)
  }

  /** Stores the result of a call for the model, and shows it. */
  async #tell({ call_id, provider_id, tool }: StepCall, { ok, text, value }: CallResult): Promise<void> {
    await this.add({ role: 'tool', content: { call_id, provider_id, tool, ok, text } })
    const shown = value === undefined ? {} : { value }
    this.options.frames.write('chat.tool_result', { call_id, tool, ok, summary: text.slice(0, 500), ...shown })
  }

  /** Adds a message to the turn. */
  add(content: Content): Promise<string> {
    const { chat, conversation } = this.options
    const { id: conversation_id, turn_id } = conversation
    return persist(() => addMessage(content, { conversation_id, turn_id, db: chat.context.db }))
  }

  #approvals() {
    const { chat, conversation } = this.options
    const { id: conversation_id, turn_id } = conversation
    return approvalRows(chat.context.db).where({ conversation_id, turn_id })
  }

  #approvalOf({ call_id }: StepCall) {
    return this.#approvals().where({ call_id }).first<{ result: string | null } | undefined>('result')
  }

  async #isUndecided(): Promise<boolean> {
    return (await this.#approvals().whereNull('result').first(`${APPROVALS}.id`)) !== undefined
  }
}

interface Answering {
  readonly tools: ReadonlyMap<string, AgentTool>
  readonly turn: readonly Message[]
}

/** The calls of a turn without a result. */
function openCalls(turn: readonly Message[]): StepCall[] {
  const answered = new Set(turn.flatMap((message) => (message.role === 'tool' ? [message.content.call_id] : [])))
  const calls = turn.flatMap((message) => (message.role === 'assistant' ? message.content.calls : []))
  return calls.filter(({ call_id }) => !answered.has(call_id))
}

/** After this many repetitions of the same call, the model is informed instead of getting another result. */
const MOST_REPEATS = 3

function refusalOf(
  { call_id, tool: name, input, malformed }: StepCall,
  turn: Answering['turn'],
): CallResult | undefined {
  if (malformed !== undefined) return refused('arguments_malformed', `${malformed} Send one JSON object.`)
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return refused('arguments_malformed', 'The arguments are not an object. Send one JSON object.')
  const earlier = turn
    .flatMap((message) => (message.role === 'assistant' ? message.content.calls : []))
    .filter((call) => call.call_id !== call_id && call.tool === name && hashOf(call.input) === hashOf(input))
  if (earlier.length < MOST_REPEATS) return undefined
  return refused(
    'call_repeated',
    `You have made this call ${earlier.length} times. Use its answer, or do something else.`,
  )
}

function unknownTool(tool: string, tools: Answering['tools']): CallResult {
  const names = [...tools.keys()].slice(0, 40).join(', ')
  return refused('tool_unknown', `There is no tool [${tool.slice(0, 120)}] that you may use. The tools are: ${names}.`)
}

const refused = (code: string, text: string): CallResult => ({ ok: false, code, text: `${code}: ${text}` })

const mayNotChat = () =>
  new ApiError('permission_denied', {
    detail: 'Chatting with agents requires the permission [ai-agents.chat.send]. Ask an operator for it.',
  })

const tooManySteps = ({ name, max_steps }: Agent) =>
  new ApiError('steps_exceeded', {
    status: 409,
    detail: `[${name}] was not done after ${max_steps} steps, which is its limit. Ask for less at once, or ask an operator for a higher limit.`,
  })
