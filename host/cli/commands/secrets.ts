import { Command } from 'commander'
import type { CommandLine } from './command-line.ts'

/** The answer of `POST /api/v1/auth/secrets/rotate`. */
interface Rotated {
  readonly resealed: number
  readonly left: readonly { table: string; column: string; values: number }[]
  readonly former_keys: number
}

/** `atrium secrets rotate` */
export function secretsCommand(cli: CommandLine): Command {
  const rotate = new Command('rotate')
    .description('encrypt all stored secrets with the first key of ATRIUM_SECRET_KEY; safe to interrupt and repeat')
    .action(async () => {
      const rotated = await cli.withHost((host) => host.post<Rotated>('/api/v1/auth/secrets/rotate'))
      cli.print(rotated, () => describe(rotated))
      if (rotated.left.length > 0) cli.fail()
    })
  return new Command('secrets').description('manage the keys of stored secrets').addCommand(rotate)
}

function describe({ resealed, left, former_keys }: Rotated): string {
  if (former_keys === 0)
    return 'The host has only one key, so there is nothing to do. Put a new key before it in ATRIUM_SECRET_KEY, restart, and run this again.'
  const lines = left.map(({ table, column, values }) => `  ${table}.${column}: ${values}`)
  const done = `${resealed} ${resealed === 1 ? 'value was' : 'values were'} encrypted with the current key.`
  if (lines.length === 0) return `${done} The old keys are no longer needed: remove them and restart.`
  return [
    `${done} These values still need an old key. Keep the key, enter the values again, or run this again:`,
    ...lines,
  ].join('\n')
}
