import { createInterface } from 'node:readline/promises'
import { CommandFailed } from '../command-failed.ts'

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
