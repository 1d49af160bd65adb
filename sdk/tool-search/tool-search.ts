import { setImmediate } from 'node:timers/promises'
import MiniSearch from 'minisearch'
import { meantBy, WORDS_SAID } from './meanings.ts'
import { spelled } from './spelling.ts'
import { GROUPED, HINTED, phrasesIn, stemOf, stemsOf, withoutNames, WORDS_FOR, wordsOf } from './words.ts'

/** What is known of a tool when it is looked for. */
export interface SearchedTool {
  /** `booking_cancel_booking`: the plugin, what is done, and with what. */
  readonly name: string
  readonly title?: string | undefined
  readonly description: string
  /** A JSON Schema. The names and descriptions of its properties are searched. */
  readonly input_schema: object
}

/** What a search may find. */
export interface FindOptions {
  /** The most names that are answered. Default: all. */
  readonly limit?: number
  /** Which tools may be found. Default: all. */
  readonly among?: (name: string) => boolean
}

/** Milliseconds of work, after which others get their turn. */
const TURN_MS = 8

/** Tools that are seldom meant unless somebody says so, with the words for them. Every resource has some. */
const SELDOM: readonly (readonly [name: RegExp, words: readonly string[]])[] = [
  [/_list_changes_of_/, ['chang', 'history', 'log']],
  [/_restore_/, ['restor', 'undo', 'revert', 'recov', 'back']],
  [/_delete_/, ['delet', 'remov', 'eras', 'drop', 'discard']],
]

const SELDOM_SHARE = 0.25

/** Questions want to read something, and statements want something done. The other tools seldom fit. */
const ASKS =
  /\?\s*$|^\s*(who|which|what|when|where|how|show|list|find|look|give me|tell|is|are|was|were|do|does|did|has|have)\b/i
const READS = /_(list|get|find|quote|agenda|search|record)(_|$)/

/** Asks to know something, and for nothing to be done. */
const ASKS_TO_KNOW =
  /^\s*(who|whose|which|what|when|where|how (many|much|long|full|often)|is there|are there|do we have)\b/i
const ASKED_SHARE = 0.5
const WRITES = /_(create|change|update|archive|merge)_/
const UNLIKELY_SHARE = 0.6

/** How much a word counts that stands for one of the question: more, if no tool has the word of the question. */
const MEANT_SHARE = 0.25
const MISSING_SHARE = 0.7
const HINT_SHARE = 0.2
const SAID_SHARE = 1.2
const KNOWN_SHARE = 0.8
const UNKNOWN_SHARE = 1
const PHRASE_SHARE = 0.9

/** How much "list" counts in a question. */
const LIST_SHARE = 0.5

/** Asks who did something, or when: the history knows. */
const ASKS_FOR_HISTORY =
  /\b(who|when) ((has|have|was|were|is|did) )?(\S+ )?\w+ed\b|\bhistory\b|\bwho (did (what|this|that)|was (it|that)|put|set)\b|\b(has|have|was|were) (been )?(altered|edited)\b/i

const INTENDED_SHARE = 1.7

/** What the form of a question says about what is to be done, whatever it is about. */
const INTENTS: readonly (readonly [said: RegExp, tool: RegExp])[] = [
  [
    /\b(a|another|second) new\b|^new\b|\bwe (have|need|got) (a |another )|\b(note|write|put|take) (it|this|that|them|her|him) (down|up|in)\b|\b(add|enter|report|sell|open|start|set up|register|record|log)\b/i,
    /_(create|add|book|register|open)(_|$)/,
  ],
  [
    /\b(has|have|with|got) (a |an )?new\b|\bfrom now on\b|\binstead of\b|\bnow\.?$|\b(should|will|must) (be|cost|start|begin|end|say|read)\b|\bwrong (day|date|time|price|name|number|address)\b/i,
    /_(change|update|set|edit|adjust)_/,
  ],
  [
    /\bafter all\b|\bhas to go\b|\bget rid of\b|\btake \S+( \S+)? (out|off|away)\b|\b(no longer|not? \S+ any ?more)\b|\bgive up\b|\bthrow\b/i,
    /_(delete|remove|retire|archive)_/,
  ],
]

/** So many of the tools found first may be about the same thing. */
const MOST_ALIKE = 4

/**
 * Finds tools by what a person or a model wants to do, said in English: ranks them by the words that the question shares with their names,
 * titles, descriptions and arguments (BM25), also by other words for the same thing. Equal ranks are by name.
 */
export class ToolSearch {
  readonly #index = new MiniSearch<{ id: string } & Record<string, string>>({
    fields: ['plugin', 'name', 'title', 'description', 'arguments'],
    tokenize: stemsOf,
    processTerm: (term) => term,
  })
  /** The stems of the name, title and description of each tool. */
  readonly #said = new Map<string, ReadonlySet<string>>()
  readonly #known = new Set<string>()
  /** The words of tools and those for them, and their stems. */
  readonly #words = new Set<string>()

  private constructor() {}

  /** Indexes tools. Others get their turn meanwhile. */
  static async of(tools: Iterable<SearchedTool>): Promise<ToolSearch> {
    const search = new ToolSearch()
    let began = performance.now()
    for (const tool of tools) {
      search.#add(tool)
      if (performance.now() - began < TURN_MS) continue
      await setImmediate()
      began = performance.now()
    }
    // After the words of tools, which are the better guesses for a misspelt word.
    search.#learn([...WORDS_SAID, ...GROUPED])
    return search
  }

  /** The names of the tools that fit, the best first. Those whose name stands in the question come before all others. */
  find(asked: string, { limit = Infinity, among = () => true }: FindOptions = {}): string[] {
    const question = spelled(asked, this.#words)
    const stems = [...new Set(stemsOf(withoutNames(question)))]
    const weights = this.#weightsOf(stems, question)
    const found = this.#index.search(
      { combineWith: 'OR', queries: [...weights.keys()] },
      {
        tokenize: (stem) => [stem],
        boost: { plugin: 0.5, name: 3, arguments: 0.3 },
        boostTerm: (term) => weights.get(term) ?? 1,
        boostDocument: (name) => this.#likelihood(String(name), { stems, question }),
        filter: ({ id }) => among(String(id)),
        fuzzy: (term) => (term.length > 5 && stems.includes(term) && !this.#known.has(term) ? 0.2 : false),
      },
    )
    const ranked = found.sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    const named = [...this.#said.keys()].filter((name) => asked.includes(name) && among(name))
    return [...new Set([...named, ...varied(ranked.map(({ id }) => String(id)))])].slice(0, limit)
  }

  #add({ name: id, title = '', description, input_schema }: SearchedTool): void {
    // Names begin with the plugin, which says less than the rest.
    const [plugin = '', ...name] = id.split('_')
    const texts = { plugin, name: name.join(' '), title, description, arguments: argumentsOf(input_schema) }
    this.#index.add({ id, ...texts })
    const said = [texts.name, title, description]
    this.#said.set(id, new Set(said.flatMap(stemsOf)))
    for (const stem of this.#said.get(id) ?? []) this.#known.add(stem)
    this.#learn(said.flatMap(wordsOf))
  }

  /** A tool that has all words of the question is not unlikely, whatever the form of the question says. */
  #likelihood(name: string, asked: Asked): number {
    const said = this.#said.get(name)
    const hasAll = asked.stems.length > 1 && asked.stems.every((stem) => said?.has(stem))
    return Math.max(likelihood(name, asked), hasAll ? 1 : 0)
  }

  #learn(words: Iterable<string>): void {
    for (const word of words) this.#words.add(word).add(stemOf(word))
  }

  /** What is looked for, and how much each stem counts. */
  #weightsOf(stems: readonly string[], question: string): Map<string, number> {
    const weights = new Map(stems.map((stem) => [stem, 1]))
    const add = (stem: string, weight: number) => weights.set(stem, Math.max(weights.get(stem) ?? 0, weight))
    if (ASKS.test(question)) add('list', LIST_SHARE)
    for (const word of wordsOf(question)) for (const meant of HINTED.get(word) ?? []) add(meant, HINT_SHARE)
    for (const meant of phrasesIn(question)) add(meant, PHRASE_SHARE)
    for (const { said, meant } of meantBy(question)) for (const stem of meant) add(stem, this.#shareOf(said))
    for (const stem of stems)
      for (const meant of WORDS_FOR.get(stem) ?? []) add(meant, this.#known.has(stem) ? MEANT_SHARE : MISSING_SHARE)
    return weights
  }

  /** How much the meaning of a phrase counts: more if it has several words, and if no tool has its only word. */
  #shareOf([first = '', ...rest]: readonly string[]): number {
    if (rest.length > 0) return SAID_SHARE
    return this.#known.has(first) ? KNOWN_SHARE : UNKNOWN_SHARE
  }
}

interface Asked {
  readonly stems: readonly string[]
  readonly question: string
}

/** How much more or less a tool is likely to be meant, by what it does and by the form of the question. */
function likelihood(name: string, { stems, question }: Asked): number {
  if (name.includes('_list_changes_of_') && ASKS_FOR_HISTORY.test(question)) return 2
  if (INTENTS.some(([said, tool]) => said.test(question) && tool.test(name))) return INTENDED_SHARE
  const [, words] = SELDOM.find(([pattern]) => pattern.test(name)) ?? []
  if (words !== undefined && !words.some((word) => stems.includes(word))) return SELDOM_SHARE
  if (ASKS_TO_KNOW.test(question) && !READS.test(name)) return ASKED_SHARE
  if (ASKS.test(question)) return WRITES.test(name) ? UNLIKELY_SHARE : name.includes('_get_') ? 0.8 : 1
  return READS.test(name) ? UNLIKELY_SHARE : 1
}

/** Lets others go before those that are about the same thing as many before them. */
function varied(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  const late: string[] = []
  const first = names.filter((name) => {
    const thing = thingOf(name)
    const count = (counts.get(thing) ?? 0) + 1
    counts.set(thing, count)
    if (count > MOST_ALIKE) late.push(name)
    return count <= MOST_ALIKE
  })
  return [...first, ...late]
}

/** `booking_change_holiday` and `booking_list_holidays` → `booking holiday`. */
function thingOf(name: string): string {
  const [plugin = '', ...words] = name.split('_')
  return `${plugin} ${stemsOf(words.at(-1) ?? '').join(' ')}`
}

/** The names and descriptions of the arguments. Those of lists, which every list has, say nothing. */
function argumentsOf(schema: object): string {
  const { properties = {} } = schema as { properties?: Record<string, { description?: unknown }> }
  const own = Object.entries(properties).filter(([name]) => !/^_|_(gte|lte)$|^(id|q)$/.test(name))
  return own.map(([name, { description }]) => `${name} ${typeof description === 'string' ? description : ''}`).join(' ')
}
