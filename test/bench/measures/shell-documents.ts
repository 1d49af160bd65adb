import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createTestDirectory } from '../../helpers/test-directory.ts'
import { compare } from '../compare.ts'
import { atLeast } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { load } from '../load.ts'
import { requestBytes } from '../request-bytes.ts'
import { startAtrium, TOKEN } from '../start-atrium.ts'
import { startServer } from '../start-server.ts'

const DOCUMENTS = {
  manifest: '/api/v1/panels/operations/modules/template/manifest',
  dashboard: '/api/v1/ui/dashboards/items-list',
}
const BARE = join(import.meta.dirname, '../servers/bare-http.mjs')
const AUTHORIZATION = { Authorization: `Bearer ${TOKEN}` }
const LOAD = { connections: 16, milliseconds: 500 }

/** Documents of the shell, 200 and 304, against a server of `node:http` that sends the same bytes and headers. */
export async function shellDocuments(): Promise<Finding[]> {
  await using atrium = await startAtrium({ unlimited: true })
  const findings: Finding[] = []
  for (const [name, path] of Object.entries(DOCUMENTS)) findings.push(...(await measure(name, atrium.url + path)))
  return findings
}

async function measure(name: string, url: string): Promise<Finding[]> {
  const { directory, remove } = await createTestDirectory()
  try {
    const answer = await readAnswer(url)
    await writeFile(join(directory, 'answer.json'), JSON.stringify(answer))
    await using bare = await startServer(BARE, { args: [join(directory, 'answer.json')], probe: '/' })
    return [
      await against(bare.url, { measure: `${name}, 200, against node:http`, url, status: 200, headers: {} }),
      await against(bare.url, {
        measure: `${name}, 304, against node:http`,
        url,
        status: 304,
        headers: { 'If-None-Match': answer.tag },
      }),
    ]
  } finally {
    await remove()
  }
}

interface Case {
  readonly measure: string
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

async function against(reference: string, { measure, url, status, headers }: Case): Promise<Finding> {
  const bytes = requestBytes('GET', new URL(url).pathname, { headers: { ...AUTHORIZATION, ...headers } })
  const request = () => bytes
  const { ratio, ...rates } = await compare(
    () => load({ ...LOAD, url, status, request }),
    () => load({ ...LOAD, url: reference, status, request }),
  )
  return atLeast(measure, ratio, {
    wanted: 0.65,
    note: `${rates.measured.toFixed()} / ${rates.reference.toFixed()} a second`,
  })
}

/** What the reference sends: the body, and the headers except those that Node adds by itself. */
async function readAnswer(url: string) {
  const response = await ask(url, {})
  const tag = response.headers.etag ?? ''
  const unchanged = await ask(url, { 'If-None-Match': tag })
  return { tag, body: await text(response), headers: ownHeaders(response), validators: ownHeaders(unchanged) }
}

async function ask(url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { headers: { ...AUTHORIZATION, ...headers } }), 'response')) as [
    IncomingMessage,
  ]
  return response
}

function ownHeaders({ rawHeaders }: IncomingMessage): string[] {
  const names = rawHeaders.filter((_, at) => at % 2 === 0)
  return names.flatMap((name, at) => (ADDED.has(name) ? [] : [name, rawHeaders[2 * at + 1] ?? '']))
}

const ADDED = new Set(['Date', 'Connection', 'Keep-Alive'])
