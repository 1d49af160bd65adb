import type { Command } from 'commander'
import { CommanderError } from 'commander'
import { CommandFailed } from './output/command-failed.ts'
import { CommandLine } from './commands/command-line.ts'
import { createProgram } from './create-program.ts'
import { showDiagnostics } from './output/show-plugins.ts'
import { inCliTerms, paint } from './output/text.ts'

/**
 * Runs one command and returns the exit code: 0 success, 1 failed or refused, 2 wrong usage. Results go to standard output. With
 * `--json`, failures go there too, as `{ "error": … }`, so that programs always read exactly one JSON value.
 * @param args  The arguments without the program's name.
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const cli = new CommandLine()
  try {
    await strict(createProgram(cli)).parseAsync(args, { from: 'user' })
    return cli.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return usageCode(error)
    if (cli.options.json) cli.print({ error: describeFailure(error) }, () => '')
    else process.stderr.write(`${showFailure(error)}\n`)
    return error instanceof CommandFailed ? error.exitCode : 1
  }
}

/** Makes every command throw instead of ending the process, so that this file decides the exit code. */
function strict(command: Command): Command {
  for (const each of command.commands) strict(each)
  return command.exitOverride()
}

/** Requested help and version are results. Help that is shown because the command is missing is a usage error. */
function usageCode({ code }: CommanderError): number {
  return code === 'commander.helpDisplayed' || code === 'commander.version' ? 0 : 2
}

/** A failure as text for people. */
function showFailure(error: unknown): string {
  const stream = process.stderr
  const { message, fix, diagnostics = [] } = describeFailure(error)
  const lines = [`${paint('red', 'error', { stream })}  ${inCliTerms(message)}`]
  if (fix !== undefined) lines.push(`  ${paint('dim', `fix: ${inCliTerms(fix)}`, { stream })}`)
  if (diagnostics.length > 0) lines.push(showDiagnostics(diagnostics, { stream }))
  return lines.join('\n')
}

/** A failure as data for programs. */
function describeFailure(
  error: unknown,
): Pick<CommandFailed, 'code' | 'message' | 'fix'> & Partial<Pick<CommandFailed, 'diagnostics'>> {
  if (error instanceof CommandFailed) {
    const { code, message, fix, diagnostics } = error
    return { code, message, fix, ...(diagnostics.length > 0 && { diagnostics }) }
  }
  const { name = 'Error', message = String(error), code, stack } = error as Partial<Error & { code: string }>
  const isExpected = ['BackupError', 'ConfigError', 'EnvironmentError', 'DatabaseError', 'SecretError'].includes(name)
  return { code: code ?? 'failed', message: isExpected ? message : (stack ?? message), fix: undefined }
}
