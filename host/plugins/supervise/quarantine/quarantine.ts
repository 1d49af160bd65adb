import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Undo } from '@atrium/sdk'
import type { Diagnostic, DiagnosticPlace } from '@atrium/sdk/documents'
import { diagnose } from '../../../base/errors/index.ts'
import { isProcessRunning, TaskQueue } from '../../../base/lifetime/index.ts'
import type { HostLogger } from '../../../base/log/index.ts'
import { innermostAuthor } from '../../load/author-frame.ts'
import { PluginRejected } from '../../load/plugin-rejected.ts'
import type { PluginManifest } from '../../manifest/plugin-manifest.ts'

/** The reason why a plugin is not loaded. */
interface Sentence {
  readonly why: 'blocked' | 'ended'
  /** The version of the plugin at that time. A different version is loaded. */
  readonly version: string
  readonly at: string
  readonly seconds?: number
  readonly where?: DiagnosticPlace
}

/** Written by the watchdog while the event loop is blocked, and removed when it turns again. */
export interface BlockedNote {
  readonly pid: number
  readonly at: string
  readonly seconds: number
  /** The running code; empty if it could not be seen. */
  readonly stack: string
}

/** The file of the watchdog. */
export const BLOCKED_FILE = 'quarantine-blocked.json'

/** The plugins that are being loaded, and those that were being loaded when the previous process ended. */
interface LoadingNote {
  readonly pid: number
  readonly loading: readonly string[]
  readonly suspects: readonly string[]
}

export interface QuarantineOptions {
  readonly dataDir: string
  readonly log: HostLogger
}

/**
 * The plugins that are not loaded because they ended or blocked the process, in files of the data directory. The evidence:
 *
 * - The process ended while the event loop was blocked, and the watchdog saw the plugin's code on the stack.
 * - The process ended twice during loads, and only this plugin was being loaded both times. After the first time, the plugins that were
 *   being loaded are loaded one at a time, so that the second time identifies one.
 *
 * A process that is killed or runs out of memory at any other time is no evidence against a plugin, so none is quarantined for it.
 */
export class Quarantine {
  readonly #options: QuarantineOptions
  readonly #sentences: Map<string, Sentence>
  readonly #suspects: Set<string>
  readonly #loading = new Set<string>()
  readonly #alone = new TaskQueue()
  /** Found at the start and not yet attributed, because no plugin was known. */
  #blocked: BlockedNote | undefined
  #ended: string | undefined

  constructor(options: QuarantineOptions) {
    this.#options = options
    this.#sentences = new Map(Object.entries(this.#read<Record<string, Sentence>>('quarantine.json') ?? {}))
    this.#blocked = this.#readNote<BlockedNote>(BLOCKED_FILE)
    const { loading = [], suspects = [] } = this.#readNote<LoadingNote>('quarantine-loading.json') ?? {}
    const again = loading.filter((id) => suspects.includes(id))
    if (again.length === 1) this.#ended = again[0]
    this.#suspects = new Set(loading)
  }

  /**
   * Begins to record loads, and reports what the end of the previous process means.
   * @returns the function to call when the process ends on purpose: the plugins being loaded then are not the reason
   */
  begin(): Undo {
    const forget = () => this.#write('quarantine-loading.json', false)
    process.once('exit', forget)
    const { log } = this.#options
    if (this.#blocked) log.warn('the host ended while its event loop was blocked', { ...this.#blocked, pid: undefined })
    const plugins = [...this.#suspects]
    if (plugins.length > 0) {
      log.warn('the host ended while it loaded these plugins; they are loaded one at a time now', { plugins })
      this.#note()
    }
    return () => {
      process.off('exit', forget)
      forget()
    }
  }

  /** Decides which of the plugins caused the end of the previous process. */
  judge(manifests: readonly PluginManifest[]): void {
    if (manifests.length === 0) return
    const at = new Date().toISOString()
    const ended = manifests.find(({ id }) => id === this.#ended)
    if (ended) this.#hold(ended.id, { why: 'ended', version: ended.version, at })
    const author = this.#blocked && innermostAuthor(this.#blocked, manifests)
    if (this.#blocked && author) {
      const { seconds, at: since } = this.#blocked
      this.#hold(author.owner.id, {
        why: 'blocked',
        version: author.owner.version,
        at: since,
        seconds,
        where: author.where,
      })
    }
    if (this.#blocked) rmSync(this.#fileOf(BLOCKED_FILE), { force: true })
    this.#blocked = this.#ended = undefined
  }

  /** Why a plugin is not loaded. Undefined if it may be. */
  reasonFor({ id, version }: Pick<PluginManifest, 'id' | 'version'>): Diagnostic | undefined {
    const sentence = this.#sentences.get(id)
    if (sentence?.version !== version) return undefined
    const { why, at, seconds, where } = sentence
    const how = {
      blocked: `The host ended after the plugin [${id}] had blocked it for at least ${seconds} s (${at})`,
      ended: `The host ended twice while it loaded the plugin [${id}] and nothing else that it suspected (${at})`,
    }
    const fix = `Correct the plugin, then try it again: atrium plugins retry ${id}`
    return diagnose('plugin_quarantined', {
      message: `${how[why]}, so it is not loaded.`,
      fix,
      ...(where && { where }),
    })
  }

  /** Lets a plugin be loaded again. */
  lift(id: string): void {
    this.#suspects.delete(id)
    if (this.#sentences.delete(id)) this.#store()
  }

  /** Loads a plugin and records it while it is being loaded. @throws PluginRejected `plugin_quarantined` */
  async load<Result>(manifest: PluginManifest, load: () => Promise<Result>): Promise<Result> {
    const { id } = manifest
    const reason = this.reasonFor(manifest)
    if (reason) throw new PluginRejected([reason])
    if (this.#sentences.has(id)) this.lift(id)
    const noted = async () => {
      this.#loading.add(id)
      this.#note()
      try {
        return await load()
      } finally {
        this.#loading.delete(id)
        this.#suspects.delete(id)
        this.#note()
      }
    }
    return this.#suspects.has(id) ? this.#alone.run(noted) : noted()
  }

  #hold(id: string, sentence: Sentence): void {
    this.#sentences.set(id, sentence)
    this.#suspects.delete(id)
    this.#options.log.error('the plugin is quarantined', { plugin: id, ...sentence })
    this.#store()
  }

  #store(): void {
    this.#write('quarantine.json', this.#sentences.size > 0 && Object.fromEntries(this.#sentences))
  }

  #note(): void {
    const note: LoadingNote = { pid: process.pid, loading: [...this.#loading], suspects: [...this.#suspects] }
    this.#write('quarantine-loading.json', note.loading.length + note.suspects.length > 0 && note)
  }

  #fileOf(name: string): string {
    return path.join(this.#options.dataDir, name)
  }

  /** The note of a process that has ended. Another host on the same data directory may be running. */
  #readNote<Note extends { readonly pid: number }>(name: string): Note | undefined {
    const note = this.#read<Note>(name)
    return note && (note.pid === process.pid || !isProcessRunning(note.pid)) ? note : undefined
  }

  #read<Content>(name: string): Content | undefined {
    try {
      return JSON.parse(readFileSync(this.#fileOf(name), 'utf8')) as Content
    } catch {
      return undefined // The note is missing or half-written.
    }
  }

  /** Writes at once, because the process may end at any moment. A full disk must not prevent a plugin from being loaded. */
  #write(name: string, content: object | false): void {
    const file = this.#fileOf(name)
    try {
      if (content === false) return rmSync(file, { force: true })
      mkdirSync(this.#options.dataDir, { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.tmp`, JSON.stringify(content), { mode: 0o600 })
      renameSync(`${file}.tmp`, file)
    } catch (error) {
      this.#options.log.warn('the host cannot note which plugins it loads', { err: error, file })
    }
  }
}
