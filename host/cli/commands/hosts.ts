import { Command } from 'commander'
import { showRows } from '../output/records.ts'
import { paint } from '../output/text.ts'
import type { CommandLine } from './command-line.ts'

const HOSTS = '/api/v1/platform/hosts'

interface Host {
  readonly name: string
  readonly address: string
  readonly state: 'starting' | 'running' | 'gone'
  readonly version: string
  readonly node: string
  readonly started_at: string
  readonly seen_at: string
  readonly drift: readonly { readonly message: string }[]
  readonly plugins: readonly { readonly state: string }[]
}

/** `atrium hosts` */
export function hostsCommand(cli: CommandLine): Command {
  return new Command('hosts').description('list the hosts that share the database, and how they differ').action(() =>
    cli.withHost(async (host) => {
      const hosts = await host.all<Host>(HOSTS)
      cli.print(hosts, () => describe(hosts))
    }),
  )
}

function describe(hosts: readonly Host[]): string {
  const rows = hosts.map(({ name, address, state, version, node, started_at, seen_at, plugins }) => {
    const active = plugins.filter((plugin) => plugin.state === 'active').length
    return [name, address, state, version, node, `${active} of ${plugins.length}`, toTime(started_at), toTime(seen_at)]
  })
  const head = ['NAME', 'ADDRESS', 'STATE', 'ATRIUM', 'NODE', 'ACTIVE PLUGINS', 'STARTED (UTC)', 'LAST SEEN (UTC)']
  const drift = hosts.flatMap(({ name, drift }) =>
    drift.map(({ message }) => `${paint('yellow', 'differs')}  ${paint('bold', name)}  ${message}`),
  )
  return [showRows(head, rows), ...drift].join('\n')
}

const toTime = (time: string) => time.slice(0, 19).replace('T', ' ')
