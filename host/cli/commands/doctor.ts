import { Command } from 'commander'
import type { Examination } from '../doctor/doctor.ts'
import type { Finding } from '../doctor/finding.ts'
import { during } from '../output/interaction.ts'
import { paint } from '../output/text.ts'
import type { CommandLine } from './command-line.ts'

/** `atrium doctor` */
export function doctorCommand(cli: CommandLine): Command {
  return new Command('doctor')
    .description('check settings, data directory and database, also beside a running host; changes nothing')
    .action(async () => {
      const { examine } = await import('../doctor/doctor.ts')
      const isProduction = process.env.NODE_ENV === 'production'
      const examination = await during('Checking', examine(cli.environment(), { isProduction }))
      cli.print(examination, () => describe(examination))
      if (!examination.healthy) cli.fail()
    })
}

function describe({ checked, findings }: Examination): string {
  const head = `Checked: ${checked.join(', ')}.`
  if (findings.length === 0) return `${head} No problems found.`
  return [head, ...findings.map(showFinding)].join('\n')
}

function showFinding({ code, severity, message, fix }: Finding): string {
  const color = severity === 'error' ? 'red' : 'yellow'
  return `${paint(color, severity)}  ${paint('dim', code)}  ${message}\n  ${paint('dim', `fix: ${fix}`)}`
}
