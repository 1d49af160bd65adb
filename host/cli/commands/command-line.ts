import { readEnvironment } from '../../base/config/index.ts'
import type { HostOptions } from '../../base/config/index.ts'
import type { HostClient } from '../connection/host-client.ts'
import type { Plugins } from '../connection/plugins.ts'
import { projectDirectory } from '../../base/config/index.ts'

/** The options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean
  readonly url?: string
  readonly token?: string
}

/**
 * What all commands share: global options, the environment, access to the plugins, output and the exit code. Commands import the rooms of
 * the host only when they use them, because that takes most of the time of a short command.
 */
export class CommandLine {
  options: GlobalOptions = {}
  exitCode = 0

  /** @throws EnvironmentError */
  environment(): HostOptions {
    return readEnvironment(process.env, { cwd: projectDirectory(process.cwd()) })
  }

  /** Runs the work on the plugins of the running host, or if none runs, on the folders and the database. */
  async withPlugins<Result>(work: (plugins: Plugins) => Promise<Result>): Promise<Result> {
    const { openPlugins } = await import('../connection/open-plugins.ts')
    return work(await openPlugins({ environment: this.environment(), ...this.options }))
  }

  /** Runs work that needs a host: on the running host, or on one that is started only for this work. */
  async withHost<Result>(work: (host: HostClient) => Promise<Result>): Promise<Result> {
    const { withHost } = await import('../connection/with-host.ts')
    return withHost({ environment: this.environment(), ...this.options }, work)
  }

  /** Prints the result to standard output: as JSON with `--json`, or else as text. */
  print(result: unknown, text: () => string): void {
    process.stdout.write(`${this.options.json ? JSON.stringify(result, null, 2) : text()}\n`)
  }

  /** Prints a remark to standard error. With `--json` it prints nothing. */
  note(text: string): void {
    if (!this.options.json) process.stderr.write(`${text}\n`)
  }

  /** Sets the exit code to 1: the result was printed, but the command did not succeed. */
  fail(): void {
    this.exitCode = 1
  }
}
