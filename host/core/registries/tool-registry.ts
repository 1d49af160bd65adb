import type { Tool } from './tool.ts'

/** The registered tools by owner. */
export class ToolRegistry {
  readonly #tools = new Map<string, readonly Tool[]>()

  /** Puts an owner's tools in place of those it had. */
  replace(owner: string, tools: readonly Tool[]): void {
    if (tools.length === 0) this.#tools.delete(owner)
    else this.#tools.set(owner, tools)
  }

  /** All tools, by name. */
  list(): readonly Tool[] {
    return [...this.#tools.values()].flat().sort((a, b) => (a.name < b.name ? -1 : 1))
  }
}
