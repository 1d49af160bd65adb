import { alignTable } from '../output/align-table.ts'
import { paint } from '../output/paint.ts'

/** What filling a plugin came to, as the host answers it. */
export interface SeedOutcome {
  readonly plugin: string
  readonly outcome: 'seeded' | 'kept' | 'no_seed'
  readonly rows: Readonly<Record<string, number>>
}

/** What each plugin holds now, table by table, and why nothing was added where it was not. */
export function showSeeds(outcomes: readonly SeedOutcome[]): string {
  const counts = outcomes.flatMap(({ rows }) => Object.values(rows).map(counted))
  const width = Math.max(4, ...counts.map(({ length }) => length))
  const head = ['PLUGIN', 'TABLE', 'ROWS'.padStart(width)].map((name) => paint('dim', name))
  const table = outcomes.flatMap(({ plugin, rows }) =>
    Object.entries(rows).map(([name, total], at) => [
      at === 0 ? paint('bold', plugin) : '',
      name,
      counted(total).padStart(width),
    ]),
  )
  const remarks = outcomes.flatMap(remarkOn)
  return [...(table.length > 0 ? [alignTable([head, ...table])] : []), ...remarks].join('\n')
}

function remarkOn({ plugin, outcome }: SeedOutcome): string[] {
  if (outcome === 'seeded') return []
  if (outcome === 'no_seed') return [`[${plugin}] has no example data.`]
  return [`[${plugin}] had rows already: nothing was added. Begin anew by: atrium plugins reset ${plugin}`]
}

const counted = (total: number) => total.toLocaleString('en')
