import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Dashboard, ElementUse, FormDefinition, PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { openSocket, type TestSocket } from '../helpers/test-socket.ts'
import { until } from '../helpers/until.ts'
import { copyRatings } from '../helpers/ratings-plugin.ts'

const LIST = '/api/v1/ui/dashboards/reviews-list'

describe('The elements of a plugin', () => {
  let host: TestHost
  let ratings: Awaited<ReturnType<typeof copyRatings>>
  before(async () => {
    ratings = await copyRatings()
    host = await startTestHost({ plugins: [ratings.directory], watch: true })
  })
  after(async () => {
    await host.close()
    await ratings.remove()
  })

  const read = async <Answer>(at: string) => (await (await host.request(at)).json()) as Answer
  const status = () => read<PluginStatus>('/api/v1/plugins/ratings')
  const column = async (): Promise<ElementUse | undefined> => {
    const [table] = (await read<Dashboard>(LIST)).widgets
    const found = table?.kind === 'table' ? table.columns.find(({ kind }) => kind === 'element') : undefined
    return found?.kind === 'element' ? found.element : undefined
  }
  const modulePath = async () => (await column())?.module.path ?? ''
  const get = (at: string, init?: RequestInit) => fetch(host.url + at, init)

  it('are named in the documents of lists, forms and screens, with their module and its hash', async () => {
    const used = await column()
    expect(used).to.deep.include({ name: 'star_value', options: { most: 5 } })
    expect(used?.module.plugin).to.equal('ratings')
    expect(used?.module.path).to.match(/^\/assets\/plugins\/ratings\/[0-9a-f]{32}\.js$/)
    const create = await read<Dashboard>('/api/v1/ui/dashboards/reviews-create')
    const [widget] = create.widgets
    const form = await read<FormDefinition>(`/api/v1/forms/${widget?.kind === 'form' ? widget.form_id : ''}`)
    expect(form.fields.stars).to.deep.include({ kind: 'element', description: 'From one to five' })
    expect(form.fields.stars).to.have.nested.property('element.module').deep.equal(used?.module)
    const overview = await read<Dashboard>('/api/v1/ui/dashboards/ratings-overview')
    expect(overview.widgets).to.deep.equal([
      {
        ...{ kind: 'element', id: 'ratings-overview-1', title: 'Reviews by rating', path: '/api/v1/ratings/reviews' },
        element: { name: 'star_chart', module: used?.module, options: { most: 5 } },
      },
    ])
  })

  it('are sent as JavaScript that is kept for ever, compressed, and has the announced hash', async () => {
    const { path: at, integrity } = (await column())!.module
    const answer = await get(at, { headers: { 'accept-encoding': 'br' } })
    const code = await answer.text()
    expect(answer.status).to.equal(200)
    expect(Object.fromEntries(answer.headers)).to.include({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-encoding': 'br',
    })
    expect(`sha384-${createHash('sha384').update(code).digest('base64')}`).to.equal(integrity)
    const etag = answer.headers.get('etag') ?? ''
    expect((await get(at, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })).status).to.equal(304)
    expect((await get(at, { method: 'HEAD' })).status).to.equal(200)
    expect((await get(at, { method: 'POST' })).status).to.equal(405)
  })

  it('contain no other file of the plugin, whatever the address', async () => {
    const at = await modulePath()
    const folder = path.posix.dirname(at)
    for (const wrong of [
      folder,
      `${folder}/${'0'.repeat(32)}.js`,
      `${folder}/elements.tsx`,
      `${folder}/..%2f..%2fpackage.json`,
      '/assets/plugins/ratings/package.json',
      at.replace('ratings', 'template'),
      '/assets/plugins/',
    ])
      expect((await get(wrong)).status, wrong).to.equal(404)
  })

  it('get a new address with each change, and the former one is gone; the documents that name it are announced', async () => {
    const former = await modulePath()
    const socket = await follow(host)
    await ratings.edit('ui/elements.tsx', "'★'.repeat(value ?? 0)", "'●'.repeat(value ?? 0)")
    const at = await until('a new module', async () => {
      const next = await modulePath()
      return next === former ? undefined : next
    })
    expect(await (await get(at)).text()).to.include('●')
    expect((await get(former)).status).to.equal(404)
    const { payload } = await socket.frame('definitions.changed')
    expect(payload).to.have.property('changed').that.includes('reviews-list')
    socket.socket.close()
  })

  it('keep serving while the module has a mistake; the finding names its line, and a correction is noticed', async () => {
    const at = await modulePath()
    await ratings.edit('ui/elements.tsx', "document.createElement('span')", "document.createElement('span'")
    const { diagnostics } = await until('the finding', async () => {
      const now = await status()
      return now.diagnostics.length > 0 ? now : undefined
    })
    expect(diagnostics[0]).to.deep.include({ code: 'build_failed', severity: 'error' })
    expect(diagnostics[0]?.where).to.include({ file: 'ui/elements.tsx' })
    expect(await modulePath()).to.equal(at)
    expect((await get(at)).status).to.equal(200)
    await ratings.edit('ui/elements.tsx', "document.createElement('span'", "document.createElement('span')")
    await until('the correction', async () => (await status()).diagnostics.length === 0)
  })

  it('that fail in a browser are findings of the plugin, without a word of the error', async () => {
    const socket = await follow(host)
    const now = await modulePath()
    const failed = (element: string, plugin = 'ratings', at = now) =>
      socket.send({
        ...{ namespace: 'shell', type: 'element.failed' },
        payload: { plugin, element, path: at, during: 'mount' },
      })
    for (const [element, plugin] of [['star_value'], ['star_value'], ['nothing'], ['star_value', 'template']] as const)
      failed(element, plugin)
    failed('star_value', 'ratings', now.replace(/\w+\.js/, `${'0'.repeat(32)}.js`))
    socket.send({
      ...{ namespace: 'shell', type: 'element.failed', id: 'more' },
      payload: { plugin: 'ratings', element: 'star_value', path: now, during: 'mount', error: 'Call 0900-123456' },
    })
    await socket.frame('error')
    const { runtime } = await status()
    expect(runtime?.findings).to.have.length(1)
    expect(runtime?.findings[0]).to.deep.include({
      code: 'element_failed',
      work: 'element star_value',
      count: 2,
      message:
        'The element [star_value] threw an error when it was mounted in somebody’s browser. The page shows a notice in its place.',
    })
    socket.socket.close()
  })

  it('are gone with their plugin', async () => {
    const at = await modulePath()
    await host.request('/api/v1/plugins/ratings/deactivate', { method: 'POST' })
    expect((await get(at)).status).to.equal(404)
    await host.request('/api/v1/plugins/ratings/activate', { method: 'POST' })
    expect((await get(at)).status).to.equal(200)
  })
})

/** Opens a socket that hears what the host announces. */
async function follow({ url, token }: TestHost): Promise<TestSocket> {
  const socket = await openSocket(`${url.replace('http', 'ws')}/api/v1/ws`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await socket.ask({ namespace: 'shell', type: 'subscribe', payload: {} })
  return socket
}
