import { createInterface } from 'node:readline/promises'
import { CommandFailed } from './command-failed.ts'

/** Milliseconds between two updates of the progress line. */
const INTERVAL = 1_000

/**
 * Awaits the work. After a second, shows a line with the activity, the elapsed seconds and the progress, if known. The line appears only if
 * standard error is a terminal, and is removed at the end.
 */
export async function during<Result>(
  what: string,
  work: Promise<Result>,
  { progress = async () => '' }: { progress?: () => Promise<string> } = {},
): Promise<Result> {
  const { stderr } = process
  if (!stderr.isTTY) return work
  let seconds = 0
  const rewrite = (text: string) => stderr.write(`\r\u001b[K${text}`)
  let isOver = false
  const update = async () => {
    const elapsed = (seconds += INTERVAL / 1000)
    const far = await progress().catch(() => '')
    if (!isOver) rewrite(`${what} … ${elapsed} s ${far}`.trimEnd())
  }
  const timer = setInterval(() => void update(), INTERVAL)
  try {
    return await work
  } finally {
    isOver = true
    clearInterval(timer)
    if (seconds > 0) rewrite('')
  }
}

/**
 * Shows the consequence at the terminal and asks for confirmation. Any answer except yes means no.
 * @throws CommandFailed `not_confirmed` if the answer is no, or there is no terminal
 */
export async function confirm(consequence: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    const message = `${consequence} There is no terminal to ask for confirmation.`
    throw new CommandFailed('not_confirmed', { message, fix: 'Confirm with --yes.' })
  }
  const reading = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await reading.question(`${consequence} Continue? [y/N] `).finally(() => reading.close())
  if (/^y(es)?$/i.test(answer.trim())) return
  throw new CommandFailed('not_confirmed', { message: 'Nothing was changed.' })
}
