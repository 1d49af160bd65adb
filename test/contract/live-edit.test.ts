import type { Dashboard, Diagnostic, ModuleManifest } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { until } from '../helpers/until.ts'
import { ITEMS, TEMPLATE, useTemplateHost } from './template-host.ts'
import type { Answer } from './template-host.ts'

const LIST = '/api/v1/ui/dashboards/items-list'
const CREATE = '/api/v1/ui/dashboards/items-create'
const MANIFEST = '/api/v1/panels/operations/modules/template/manifest'

interface Status {
  readonly state: string
  readonly generation: number
  readonly diagnostics: Diagnostic[]
}

describe('A plugin that is edited while it is running', () => {
  let source: string
  let removeCopy: () => Promise<void>
  const template = useTemplateHost(async () => {
    const { directory, remove } = await createTestDirectory()
    const copy = join(directory, 'template')
    removeCopy = remove
    source = join(copy, 'src/resources.ts')
    await cp(TEMPLATE, copy, { recursive: true })
    return { plugins: [copy], watch: true }
  })
  after(() => removeCopy())
  const { ask } = template

  const edit = async (from: string, to: string) =>
    writeFile(source, (await readFile(source, 'utf8')).replaceAll(from, to))
  const status = async () => (await ask<Status>('/api/v1/plugins/template')).body
  const labels = ({ body }: Answer<Dashboard>) => {
    const [table] = body.widgets
    return table?.kind === 'table' ? table.columns.map(({ label }) => label) : []
  }

  it('shows the edited label under a new revision; no request fails or gets a mixture', async () => {
    await template.create()
    const before = await ask<Dashboard>(LIST)
    const stopPolling = poll(template)
    await edit("column.text('name')", "column.text('name').label('Designation')")
    const shown = await until('the new label', async () => {
      const answer = await ask<Dashboard>(LIST)
      return labels(answer)[0] === 'Designation' ? answer : undefined
    })
    const seen = await stopPolling()
    expect(labels(before)).to.deep.equal(['Name', 'Status', 'Price', 'Created at'])
    expect(labels(shown)).to.deep.equal(['Designation', 'Status', 'Price', 'Created at'])
    expect(shown.body.revision).not.to.equal(before.body.revision)
    expect(shown.headers.get('etag')).not.to.equal(before.headers.get('etag'))
    expect(seen.failed).to.deep.equal([])
    expect(seen.lists).to.have.length.greaterThan(1)
    expect(new Set(seen.lists)).to.deep.equal(new Set([before.body, shown.body].map((body) => JSON.stringify(body))))
  })

  it('shows an edit in all its documents at once', async () => {
    const order: string[] = []
    const titles = async () => {
      // Requested in sequence: once one of them is new, all later ones are new too.
      const { body: manifest } = await ask<ModuleManifest>(MANIFEST)
      const { body: list } = await ask<Dashboard>(LIST)
      order.push(manifest.navigation[0]?.items[0]?.title ?? '', list.title)
      return list.title === 'Articles'
    }
    await titles()
    await edit(".title('Items')", ".title('Articles')")
    await until('the new title', titles)
    expect(order.indexOf('Articles')).to.be.greaterThan(1)
    expect(order.slice(order.indexOf('Articles'))).not.to.include('Items')
  })

  it('keeps the form that a browser has open, and names its new id in the dashboard', async () => {
    const formId = async () => {
      const [form] = (await ask<Dashboard>(CREATE)).body.widgets
      return form?.kind === 'form' ? form.form_id : ''
    }
    const former = await formId()
    await edit("field.text('name')", "field.text('name').label('Designation')")
    const present = await until('the new form', async () => {
      const id = await formId()
      return id === former ? undefined : id
    })
    expect((await ask(`/api/v1/forms/${former}`)).status).to.equal(200)
    expect((await ask(`/api/v1/forms/${present}`)).status).to.equal(200)
  })

  it('goes on serving when a save does not compile, says where, and applies the repair', async () => {
    const { generation } = await status()
    const before = (await ask<Dashboard>(LIST)).body
    await edit('export function', 'export functoin')
    const broken = await until('the failure', async () => {
      const now = await status()
      return now.state === 'failed' ? now : undefined
    })
    expect(broken.generation).to.equal(generation)
    expect(broken.diagnostics[0]?.where).to.include({ file: 'src/resources.ts', line: 5 })
    expect((await ask<Dashboard>(LIST)).body).to.deep.equal(before)
    expect((await ask(ITEMS)).status).to.equal(200)
    await edit('export functoin', 'export function')
    await until('the mended plugin', async () => (await status()).state === 'active')
    expect((await ask<Dashboard>(LIST)).body).to.deep.equal(before)
  })
})

/** Requests the screen of the list and its records until it is stopped, and once more at the end. */
function poll({ ask }: Pick<ReturnType<typeof useTemplateHost>, 'ask'>) {
  const lists: string[] = []
  const failed: unknown[] = []
  let stopped = false
  const round = async () => {
    const [screen, records] = await Promise.all([ask(LIST), ask(ITEMS)])
    lists.push(JSON.stringify(screen.body))
    for (const { status, body } of [screen, records]) if (status !== 200) failed.push(body)
  }
  const polling = (async () => {
    while (!stopped) await round()
  })()
  return async () => {
    stopped = true
    await polling
    await round()
    return { lists, failed }
  }
}
