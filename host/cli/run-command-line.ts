import type { Command } from 'commander'
import { CommanderError } from 'commander'
import { CommandFailed } from './command-failed.ts'
import { CommandLine } from './command-line.ts'
import { createProgram } from './create-program.ts'
import { showDiagnostics } from './output/show-plugins.ts'
import { ownWords, paint } from './output/text.ts'

/**
 * Runs one command and returns the exit code: 0 it was done, 1 it failed or was refused, 2 it was not asked for rightly. Results go to
 * standard output; with `--json` a failure does too, as `{ "error": … }`, so that a program always reads one JSON value there.
 * @param args without the program's own name
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const cli = new CommandLine()
  try {
    await strict(createProgram(cli)).parseAsync(args, { from: 'user' })
    return cli.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return usageCode(error)
    if (cli.options.json) cli.tell({ error: describeFailure(error) }, () => '')
    else process.stderr.write(`${showFailure(error)}\n`)
    return error instanceof CommandFailed ? error.exitCode : 1
  }
}

/** Every command throws instead of ending the process, so that the codes are ours. */
function strict(command: Command): Command {
  for (const each of command.commands) strict(each)
  return command.exitOverride()
}

/** Help and version that were asked for are results; help that is shown because a command is missing is not. */
function usageCode({ code }: CommanderError): number {
  return code === 'commander.helpDisplayed' || code === 'commander.version' ? 0 : 2
}

/** What a person reads of a command that failed. */
function showFailure(error: unknown): string {
  const stream = process.stderr
  const { message, fix, diagnostics = [] } = describeFailure(error)
  const lines = [`${paint('red', 'error', { stream })}  ${ownWords(message)}`]
  if (fix !== undefined) lines.push(`  ${paint('dim', `fix: ${ownWords(fix)}`, { stream })}`)
  if (diagnostics.length > 0) lines.push(showDiagnostics(diagnostics, { stream }))
  return lines.join('\n')
}

/** The same for a program. */
function describeFailure(
  error: unknown,
): Pick<CommandFailed, 'code' | 'message' | 'fix'> & Partial<Pick<CommandFailed, 'diagnostics'>> {
  if (error instanceof CommandFailed) {
    const { code, message, fix, diagnostics } = error
    return { code, message, fix, ...(diagnostics.length > 0 && { diagnostics }) }
  }
  const { name = 'Error', message = String(error), code, stack } = error as Partial<Error & { code: string }>
  const isExpected = ['ConfigError', 'EnvironmentError', 'DatabaseError'].includes(name)
  return { code: code ?? 'failed', message: isExpected ? message : (stack ?? message), fix: undefined }
}
