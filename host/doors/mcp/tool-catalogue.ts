import { createHash } from 'node:crypto'
import type { Caller } from '@atrium/sdk'
import type { Logger } from '../../base/log/index.ts'
import type { Registries } from '../../core/registries/index.ts'
import type { AgentTool } from './agent-tool.ts'
import { digestTool } from './describe-tool.ts'
import { ToolGatherer } from './tool-gatherer.ts'

/** The tools there are at this moment; made anew when the registries have changed. */
export class ToolCatalogue {
  readonly #registries: Registries
  readonly #gatherer: ToolGatherer
  /** By the permissions that callers hold: many hold the same. */
  readonly #digests = new Map<string, string>()
  #version = -1
  #tools: ReadonlyMap<string, AgentTool> = new Map()

  constructor(registries: Registries, log: Logger) {
    this.#registries = registries
    this.#gatherer = new ToolGatherer(registries, log)
  }

  get(name: string): AgentTool | undefined {
    return this.#present().get(name)
  }

  names(): string[] {
    return [...this.#present().keys()]
  }

  /** Those that a caller may call, in the order of their names. */
  visibleTo({ can }: Caller): AgentTool[] {
    return [...this.#present().values()].filter(({ permission }) => permission === undefined || can(permission))
  }

  /** Changes when what a caller would be told by `tools/list` does. */
  digest(caller: Caller): string {
    this.#present()
    const key = permissionsOf(caller)
    const digest = (key === undefined ? undefined : this.#digests.get(key)) ?? this.#digestAnew(caller)
    if (key !== undefined) this.#digests.set(key, digest)
    return digest
  }

  #present(): ReadonlyMap<string, AgentTool> {
    if (this.#version === this.#registries.version) return this.#tools
    this.#version = this.#registries.version
    this.#digests.clear()
    this.#tools = this.#gatherer.gather()
    return this.#tools
  }

  #digestAnew(caller: Caller): string {
    const hash = createHash('sha256')
    for (const tool of this.visibleTo(caller)) hash.update(digestTool(tool, caller))
    return hash.digest('base64url')
  }
}

/** What decides what a principal may do; undefined for other callers. */
const permissionsOf = (caller: Caller) =>
  'permissions' in caller && Array.isArray(caller.permissions) ? caller.permissions.join() : undefined
