import { reserve, settle } from '../budgets/budget.ts'
import { openCredential } from '../credentials/credential-store.ts'
import { rolesOf } from '../agents/roles-of.ts'
import {
  type ModelEvent,
  type ModelRequest,
  type ModelTool,
  tokensIn,
  type TokenUse,
  type ToldUse,
} from '../model/model.ts'
import { modelOf } from '../model/providers.ts'
import { agentTools, type AgentTool, operationOf } from '../tools/offered.ts'
import { foundIn, SEARCH_TOOLS, tokensOf, toolsForModel } from '../tools/search-tool.ts'
import { historyOf, type Message, type StepCall, type StepContent } from './messages.ts'
import { Interrupted, type TurnEnd } from './end-turn.ts'
import { persist } from '../persist.ts'
import type { Turn } from './turn.ts'

/** Asks the model for one step, shows its text while it arrives, and stores the step. Undefined: the step has calls to answer. */
export async function modelStep(turn: Turn, messages: readonly Message[]): Promise<TurnEnd | undefined> {
  const { chat, conversation, signal } = turn.options
  const { agent } = turn
  const tools = await agentTools(agent, chat.tools)
  const credential = await openCredential(agent.credential_id, chat.context)
  const { context_tokens } = agent
  const offered =
    credential.kind === 'offline'
      ? [...tools.values()]
      : toolsForModel(tools, { context_tokens, found: foundBy(messages) })
  const request: ModelRequest = {
    ...{ model: agent.model ?? 'offline', instructions: agent.instructions, signal },
    messages: historyOf(messages, historyLimit(turn, offered)),
    tools: offered,
    ...{ temperature: agent.temperature, max_output_tokens: agent.max_output_tokens },
  }
  // The offline provider does not read definitions.
  const read = credential.kind === 'offline' ? { ...request, tools: [] } : request
  const most = { input_tokens: estimate(read), output_tokens: agent.max_output_tokens }
  const spender = {
    ...{ agent, model: request.model, conversation_id: conversation.id },
    ...{ person_id: conversation.person_id, person_name: conversation.person_name },
    roles: agent.budgets.some(({ per }) => per === 'role') ? await rolesOf(conversation.person_id, chat.context) : [],
  }
  const reservation = await reserve(spender, most, chat.context.db)
  const known = (name: string) => (name === SEARCH_TOOLS ? SEARCHING : tools.get(name))
  const step = new Step(turn, {
    number: stepNumber(messages, conversation.turn_id),
    shownOf: (name) => shownOf(known(name)),
  })
  try {
    for await (const event of modelOf(credential, chat.context)(request)) step.take(event)
    signal.throwIfAborted()
  } catch (error) {
    await step.store(signal.aborted ? 'aborted' : 'error')
    throw signal.aborted && signal.reason === 'replaced' && step.isShown ? new Interrupted() : error
  } finally {
    await persist(() => settle(reservation, step.use(most), chat.context.db))
  }
  await step.store()
  for (const { provider_id: _, ...call } of step.calls)
    turn.options.frames.write('chat.tool_call', { ...call, policy: known(call.tool)?.policy ?? 'deny' })
  return step.calls.length > 0 ? undefined : { type: 'done', use: step.use(most) }
}

const stepNumber = (messages: readonly Message[], turn_id: string) =>
  messages.filter((message) => message.role === 'assistant' && message.turn_id === turn_id).length + 1

/** How the search tool is displayed. */
const SEARCHING: Partial<Pick<AgentTool, 'title' | 'policy' | 'operation'>> = {
  title: 'Look for tools',
  policy: 'allow',
}

/** What people see of a call besides its arguments. */
function shownOf(tool: Partial<Pick<AgentTool, 'title' | 'operation'>> = {}): Pick<StepCall, 'title' | 'operation'> {
  const operation = operationOf(tool)
  return { ...(tool.title !== undefined && { title: tool.title }), ...(operation !== undefined && { operation }) }
}

/** The tools that the model has found in this conversation. */
const foundBy = (messages: readonly Message[]) =>
  messages.flatMap(({ role, content }) =>
    role === 'tool' && content.tool === SEARCH_TOOLS ? foundIn(content.text) : [],
  )

/** The tokens of the history that fit together with instructions, tools and the answer. */
function historyLimit({ agent }: Turn, tools: readonly ModelTool[]): number {
  const room = agent.context_tokens - agent.max_output_tokens - tokensOf(tools)
  return Math.max(room - tokensIn(agent.instructions), 1_000)
}

const estimate = ({ instructions, messages, tools }: ModelRequest) =>
  tokensIn(JSON.stringify([instructions, messages])) + tokensOf(tools)

/** How many times more than the reservation a provider may count: its tokens may be shorter than the estimate thinks, but not that short. */
const BELIEVED = 10

/** What a provider counted, or else the estimate. Counts that cannot be true would use up the budgets of everybody. */
const told = (count: number | undefined, { estimate, most }: { estimate: number; most: number }) =>
  count !== undefined && count > 0 && count <= most * BELIEVED ? Math.ceil(count) : estimate

interface StepOptions {
  /** Counts the steps of a turn from 1. */
  readonly number: number
  readonly shownOf: (tool: string) => Pick<StepCall, 'title' | 'operation'>
}

/** The answer of a model so far in one step. */
class Step {
  readonly calls: StepCall[] = []
  readonly #turn: Turn
  readonly #options: StepOptions
  #text = ''
  #told: ToldUse | undefined
  #ended: StepContent['ended']

  constructor(turn: Turn, options: StepOptions) {
    this.#turn = turn
    this.#options = options
  }

  /** Whether the person has seen any of it. */
  get isShown(): boolean {
    return this.#text !== ''
  }

  /** What was used. What the provider does not say, or says is 0, is estimated; nothing if it did not answer. */
  use({ input_tokens, output_tokens }: TokenUse): TokenUse {
    const isAnswered = this.#text !== '' || this.calls.length > 0
    const written = isAnswered ? tokensIn(this.#text) + tokensIn(JSON.stringify(this.calls)) : 0
    return {
      input_tokens: told(this.#told?.input_tokens, { estimate: isAnswered ? input_tokens : 0, most: input_tokens }),
      output_tokens: told(this.#told?.output_tokens, { estimate: written, most: output_tokens }),
    }
  }

  take(event: ModelEvent): void {
    if (event.type === 'text') {
      this.#text += event.text
      this.#turn.options.frames.text(event.text)
    } else if (event.type === 'call') {
      const { type: _, call_id: provider_id, ...call } = event
      const call_id = `${this.#options.number}-${this.calls.length + 1}`
      this.calls.push({ ...call, provider_id, call_id, ...this.#options.shownOf(call.tool) })
    } else {
      this.#told = event.use
      if (event.reason !== 'done') this.#ended = event.reason
    }
  }

  /** Stores the step. An unfinished one keeps its text, but makes no calls. */
  async store(ended = this.#ended): Promise<void> {
    const isBroken = ended === 'aborted' || ended === 'error'
    const calls = isBroken ? [] : this.calls
    if (isBroken && this.#text === '') return
    await this.#turn.add({ role: 'assistant', content: { text: this.#text, calls, ...(ended && { ended }) } })
  }
}
