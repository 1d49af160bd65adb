import { setTimeout as pause } from 'node:timers/promises'
import { Command, Option } from 'commander'
import type { HostClient } from '../connection/host-client.ts'
import { during } from '../output/interaction.ts'
import { showRows } from '../output/records.ts'
import { CommandFailed } from '../output/command-failed.ts'
import { paint } from '../output/text.ts'
import { toLimit } from './jobs.ts'
import type { CommandLine } from './command-line.ts'

const WEBHOOKS = '/api/v1/platform/webhooks'
const DELIVERIES = '/api/v1/platform/webhook-deliveries'

interface Webhook {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly enabled: boolean
  readonly disabled_reason?: string
  readonly last_state?: string
  readonly last_delivery_at?: string
}

interface Delivery {
  readonly id: number
  readonly webhook_id: number
  readonly event: string
  readonly state: 'waiting' | 'delivered' | 'failed' | 'cancelled'
  readonly attempt: number
  readonly status?: number
  readonly duration_ms?: number
  readonly error?: string
  readonly created_at: string
}

/** `atrium webhooks …` */
export function webhooksCommand(cli: CommandLine): Command {
  const webhooks = new Command('webhooks').description('send events to other systems, and see what was sent')
  const commands = [listCommand, createCommand, testCommand, deliveriesCommand, redeliverCommand, rotateCommand]
  for (const make of commands) webhooks.addCommand(make(cli))
  const changes = [
    { name: 'enable', description: 'enable a webhook again', done: 'Enabled', enabled: true },
    {
      name: 'disable',
      description: 'disable a webhook; what waits for it is not sent',
      done: 'Disabled',
      enabled: false,
    },
  ]
  for (const change of changes) webhooks.addCommand(enableCommand(cli, change))
  return webhooks.addCommand(deleteCommand(cli))
}

function listCommand(cli: CommandLine): Command {
  return new Command('list').description('list all webhooks, without their secrets').action(() =>
    cli.withHost(async (host) => {
      const found = await host.all<Webhook>(WEBHOOKS)
      const rows = found.map((each) => [
        ...[String(each.id), each.name, each.url, each.events.join(', '), stateOf(each)],
        each.last_delivery_at ? `${each.last_state} ${toTime(each.last_delivery_at)}` : 'never',
      ])
      cli.print(found, () => showRows(['ID', 'NAME', 'ADDRESS', 'EVENTS', 'STATE', 'LAST DELIVERY (UTC)'], rows))
    }),
  )
}

const stateOf = ({ enabled, disabled_reason }: Webhook) =>
  enabled ? 'enabled' : `disabled${disabled_reason === undefined ? '' : `: ${disabled_reason}`}`

interface CreateOptions {
  readonly event: readonly string[]
  readonly name?: string
}

function createCommand(cli: CommandLine): Command {
  return new Command('create')
    .description('create a webhook and print its secret, once')
    .argument('<url>', 'where events are posted')
    .requiredOption('--event <names...>', 'such as booking.confirmed, booking.* or *')
    .option('--name <text>', 'what it is for; default: its host')
    .action((url: string, { event, name }: CreateOptions) =>
      cli.withHost(async (host) => {
        const title = name ?? (URL.canParse(url) ? new URL(url).host : url)
        const made = await host.post<Webhook & { secret: string }>(WEBHOOKS, { name: title, url, events: event })
        cli.print(made, () => `Created the webhook [${made.id}]. Its secret is shown only now:\n${made.secret}`)
      }),
    )
}

function testCommand(cli: CommandLine): Command {
  return new Command('test')
    .description('send a test to a webhook, and show what the receiver answers')
    .argument('<id>')
    .action((id: string) =>
      cli.withHost(async (host) => {
        const { id: delivery } = await host.post<Delivery>(`${pathOf(WEBHOOKS, id)}/test`)
        const tried = await during(`test ${id}`, firstTry(host, delivery))
        cli.print(tried, () => describe(tried))
        if (tried.state !== 'delivered') cli.fail()
      }),
    )
}

/** Longer than a try may take. */
const PATIENCE = 90_000

async function firstTry(host: HostClient, id: number): Promise<Delivery> {
  for (const until = Date.now() + PATIENCE; Date.now() < until; await pause(100)) {
    const delivery = await host.get<Delivery>(`${DELIVERIES}/${id}`)
    if (delivery.state !== 'waiting' || delivery.attempt > 0) return delivery
  }
  throw new CommandFailed('webhook_not_tried', {
    message: `The test [${id}] was queued, but no host has tried it.`,
    fix: 'See `atrium jobs list` for what runs before it.',
  })
}

function describe({ state, status, duration_ms, error }: Delivery): string {
  if (state === 'delivered') return `${paint('green', 'delivered')}  ${status} after ${duration_ms} ms`
  return `${paint('red', 'not delivered')}  ${error ?? ''}`
}

interface ListOptions {
  readonly webhook?: string
  readonly state?: Delivery['state']
  readonly limit: number
}

function deliveriesCommand(cli: CommandLine): Command {
  return new Command('deliveries')
    .description('list what was sent; the newest first')
    .option('--webhook <id>', 'only those of this webhook')
    .addOption(new Option('--state <state>', 'only those in this state').choices(STATES))
    .option('--limit <number>', 'how many', toLimit, 50)
    .action(({ webhook, limit, state }: ListOptions) =>
      cli.withHost(async (host) => {
        const filters = { ...(state && { state }), ...(webhook && { webhook_id: webhook }) }
        const query = new URLSearchParams({ ...filters, _sort: 'id', _order: 'desc', _limit: String(limit) })
        const found = await host.get<Delivery[]>(`${DELIVERIES}?${query.toString()}`)
        const rows = found.map((each) => [
          ...[String(each.id), String(each.webhook_id), each.event, each.state, String(each.attempt)],
          ...[String(each.status ?? ''), toTime(each.created_at), each.error ?? ''],
        ])
        const head = ['ID', 'WEBHOOK', 'EVENT', 'STATE', 'TRIES', 'STATUS', 'CREATED (UTC)', 'LAST ERROR']
        cli.print(found, () => showRows(head, rows))
      }),
    )
}

const STATES = ['waiting', 'delivered', 'failed', 'cancelled']

function redeliverCommand(cli: CommandLine): Command {
  return new Command('redeliver')
    .description('deliver a message again, under the same id')
    .argument('<delivery>', 'its id, as `webhooks deliveries` lists it')
    .action((id: string) =>
      cli.withHost(async (host) => {
        const delivery = await host.post<Delivery>(`${pathOf(DELIVERIES, id)}/redeliver`)
        cli.print(delivery, () => `The delivery [${id}] is queued again.`)
      }),
    )
}

function rotateCommand(cli: CommandLine): Command {
  return new Command('rotate-secret')
    .description('make a new secret and print it, once; for 24 hours the former one signs, too')
    .argument('<id>')
    .action((id: string) =>
      cli.withHost(async (host) => {
        const made = await host.post<Webhook & { secret: string }>(`${pathOf(WEBHOOKS, id)}/rotate-secret`)
        cli.print(made, () => `The new secret of the webhook [${id}] is shown only now:\n${made.secret}`)
      }),
    )
}

interface Change {
  readonly name: string
  readonly description: string
  readonly done: string
  readonly enabled: boolean
}

function enableCommand(cli: CommandLine, { name, description, done, enabled }: Change): Command {
  return new Command(name)
    .description(description)
    .argument('<id>')
    .action((id: string) =>
      cli.withHost(async (host) => {
        const webhook = await host.patch<Webhook>(pathOf(WEBHOOKS, id), { enabled })
        cli.print(webhook, () => `${done} the webhook [${id}].`)
      }),
    )
}

function deleteCommand(cli: CommandLine): Command {
  return new Command('delete')
    .description('delete a webhook with the log of its deliveries')
    .argument('<id>')
    .action((id: string) =>
      cli.withHost(async (host) => {
        await host.delete(pathOf(WEBHOOKS, id))
        cli.print({ id, deleted: true }, () => `Deleted the webhook [${id}].`)
      }),
    )
}

const pathOf = (list: string, id: string) => `${list}/${encodeURIComponent(id)}`

const toTime = (time: string) => time.slice(0, 19).replace('T', ' ')
