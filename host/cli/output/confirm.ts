import { createInterface } from 'node:readline/promises'
import { CommandFailed } from '../command-failed.ts'

/**
 * Asks a person at a terminal whether to go on; anything but yes is no.
 * @throws CommandFailed `not_confirmed`: the answer was no, or there is nobody to ask
 */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CommandFailed('not_confirmed', {
      message: `${question} There is no terminal to ask at.`,
      fix: 'Say yes beforehand, by --yes.',
    })
  }
  const reading = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await reading.question(`${question} [y/N] `).finally(() => reading.close())
  if (/^y(es)?$/i.test(answer.trim())) return
  throw new CommandFailed('not_confirmed', { message: 'Nothing was done.' })
}
