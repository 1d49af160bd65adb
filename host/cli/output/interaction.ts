import { createInterface } from 'node:readline/promises'
import { CommandFailed } from '../command-failed.ts'

/** Milliseconds after which a person wonders whether anything happens, and is told again. */
const PATIENCE = 1_000

/**
 * Does the work, and tells a person who waits longer than a second what for, how long already and, where that is known, how far it
 * is: on standard error, where that is a terminal. The line is gone afterwards.
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
  const tell = async () => {
    const elapsed = (seconds += PATIENCE / 1000)
    const far = await progress().catch(() => '')
    if (!isOver) rewrite(`${what} … ${elapsed} s ${far}`.trimEnd())
  }
  const timer = setInterval(() => void tell(), PATIENCE)
  try {
    return await work
  } finally {
    isOver = true
    clearInterval(timer)
    if (seconds > 0) rewrite('')
  }
}

/**
 * Tells a person at a terminal what is going to happen and asks whether to go on; anything but yes is no.
 * @throws CommandFailed `not_confirmed`: the answer was no, or there is nobody to ask
 */
export async function confirm(consequence: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    const message = `${consequence} There is no terminal here to ask whether to go on.`
    throw new CommandFailed('not_confirmed', { message, fix: 'Say so beforehand, by --yes.' })
  }
  const reading = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await reading.question(`${consequence} Go on? [y/N] `).finally(() => reading.close())
  if (/^y(es)?$/i.test(answer.trim())) return
  throw new CommandFailed('not_confirmed', { message: 'Nothing was done.' })
}
