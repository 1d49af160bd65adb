import { CommandFailed } from '../command-failed.ts'
import { ownWords } from './own-words.ts'
import { paint } from './paint.ts'
import { showDiagnostics } from './show-diagnostics.ts'

/** What a person reads of a command that failed. */
export function showFailure(error: unknown): string {
  const stream = process.stderr
  const { message, fix, diagnostics = [] } = describeFailure(error)
  const lines = [`${paint('red', 'error', { stream })}  ${ownWords(message)}`]
  if (fix !== undefined) lines.push(`  ${paint('dim', `fix: ${ownWords(fix)}`, { stream })}`)
  if (diagnostics.length > 0) lines.push(showDiagnostics(diagnostics, { stream }))
  return lines.join('\n')
}

/** The same for a program. */
export function describeFailure(
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
