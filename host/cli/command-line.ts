import { readEnvironment } from '../base/config/index.ts'
import type { HostOptions } from '../base/config/index.ts'
import type { HostClient } from './connection/host-client.ts'
import { openPlugins } from './connection/open-plugins.ts'
import type { Plugins } from './connection/plugins.ts'
import { withHost } from './connection/with-host.ts'
import { projectDirectory } from './directories.ts'

/** The options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean
  readonly url?: string
  readonly token?: string
}

/** What all commands share: their options, the environment, the way to the plugins, and how a result is told. */
export class CommandLine {
  options: GlobalOptions = {}
  exitCode = 0

  /** @throws EnvironmentError */
  environment(): HostOptions {
    return readEnvironment(process.env, { cwd: projectDirectory(process.cwd()) })
  }

  /** Does something with the plugins of the host that runs, or with what it has left. */
  async withPlugins<Result>(work: (plugins: Plugins) => Promise<Result>): Promise<Result> {
    return work(await openPlugins({ environment: this.environment(), ...this.options }))
  }

  /** Does something that only a host can do: with the one that runs, or with one that is started for this alone. */
  async withHost<Result>(work: (host: HostClient) => Promise<Result>): Promise<Result> {
    return withHost({ environment: this.environment(), ...this.options }, work)
  }

  /** Tells the result: as text to a person, as JSON to a program. */
  tell(result: unknown, text: () => string): void {
    process.stdout.write(`${this.options.json ? JSON.stringify(result, null, 2) : text()}\n`)
  }

  /** Says something beside the result, to a person. */
  note(text: string): void {
    if (!this.options.json) process.stderr.write(`${text}\n`)
  }

  /** What was asked for was told, but did not come out well. */
  fail(): void {
    this.exitCode = 1
  }
}
