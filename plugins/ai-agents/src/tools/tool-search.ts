import MiniSearch from 'minisearch'
import { stemsOf, WORDS_FOR } from './words.ts'

/** What is known of a tool when it is looked for. */
interface Findable {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly input_schema: object
}

/** Tools that are seldom meant unless somebody says so, with the words for them. Every resource has some. */
const SELDOM: readonly (readonly [name: RegExp, words: readonly string[]])[] = [
  [/_list_changes_of_/, ['chang', 'history', 'log']],
  [/_restore_/, ['restor', 'undo', 'revert', 'recov', 'back']],
  [/_delete_/, ['delet', 'remov', 'eras', 'drop', 'discard']],
]

const SELDOM_SHARE = 0.25

/** Ranks tools by the words that a question shares with their names, titles, descriptions and arguments (BM25). Equal ranks are by name. */
export class ToolSearch {
  readonly #index = new MiniSearch<{ id: string } & Record<string, string>>({
    fields: ['plugin', 'name', 'title', 'description', 'arguments'],
    tokenize: stemsOf,
    processTerm: (term) => term,
  })

  constructor(tools: Iterable<Findable>) {
    for (const { name: id, title = '', description, input_schema } of tools) {
      // Names begin with the plugin, which says less than the rest.
      const [plugin = '', ...name] = id.split('_')
      this.#index.add({ id, plugin, name: name.join(' '), title, description, arguments: argumentsOf(input_schema) })
    }
  }

  /** The names of the tools that fit best, the best first. */
  find(question: string, limit: number): string[] {
    const stems = stemsOf(question)
    const meant = stems.flatMap((stem) => (WORDS_FOR.get(stem) ?? []).filter((word) => !stems.includes(word)))
    const found = this.#index.search(
      { combineWith: 'OR', queries: [...new Set([...stems, ...meant])] },
      {
        tokenize: (stem) => [stem],
        boost: { plugin: 0.5, name: 3, title: 2, arguments: 0.3 },
        boostTerm: (term) => (stems.includes(term) ? 1 : 0.25),
        boostDocument: (name) => {
          const [, words] = SELDOM.find(([pattern]) => pattern.test(String(name))) ?? []
          return words === undefined || words.some((word) => stems.includes(word)) ? 1 : SELDOM_SHARE
        },
        fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      },
    )
    const ranked = found.sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    return ranked.slice(0, limit).map(({ id }) => String(id))
  }
}

/** The names and descriptions of the arguments. Those of lists, which every list has, say nothing. */
function argumentsOf(schema: object): string {
  const { properties = {} } = schema as { properties?: Record<string, { description?: unknown }> }
  const own = Object.entries(properties).filter(([name]) => !/^_|_(gte|lte)$|^(id|q)$/.test(name))
  return own.map(([name, { description }]) => `${name} ${typeof description === 'string' ? description : ''}`).join(' ')
}
