import type { Dashboard, ModuleManifest } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { target } from '../../../helpers/databases.ts'
import type { TestSocket } from '../../../helpers/test-socket.ts'
import { pluginStatus } from '../../../helpers/plugin-status.ts'
import { publishNamespace, startGateway, type TestGateway, TOKEN } from './start-gateway.ts'

const dashboard = (id: string, revision: string): Dashboard => ({
  id,
  panel_id: 'operations',
  module_id: 'crew',
  kind: 'list',
  title: id,
  hide_title: false,
  revision,
  widgets: [],
})

describe('The namespace shell', () => {
  const database = target('prebuilt')
  let gateway: TestGateway
  let client: TestSocket

  const subscribe = (to = client) => to.ask({ namespace: 'shell', type: 'subscribe', payload: {} })
  const openAs = async (permissions: readonly string[]) =>
    gateway.open({ headers: { cookie: await gateway.signIn(permissions), origin: gateway.url } })
  /** Waits until all changes so far have been announced. */
  const framesOf = async (type: string, of = client) => {
    await new Promise((resolve) => setImmediate(resolve))
    await subscribe(of)
    return of.frames.filter((frame) => frame.type === type)
  }
  const publish = (dashboards: Dashboard[]) => {
    const nothing = { manifests: [], forms: [], resources: [], operations: [], tools: [], namespaces: [] }
    const manifest: ModuleManifest = {
      panel_id: 'operations',
      module_id: 'crew',
      title: 'Crew',
      plugin: { id: 'crew', name: 'crew', version: '1.0.0' },
      revision: '1',
      navigation: [],
      screens: [],
      resources: [],
    }
    gateway.registries.publish('crew', { ...nothing, manifests: [manifest], dashboards })
  }

  beforeEach(async () => {
    gateway = await startGateway(database)
    client = await gateway.open()
  })

  for (const path of ['/booking/bookings', '/api/v1/booking/bookings?status=open'])
    it(`says what a path to watch looks like instead of ${path}`, async () => {
      const { type, payload } = await client.ask({ namespace: 'shell', type: 'watch', payload: { paths: [path] } })
      expect([type, payload.code]).to.deep.equal(['error', 'validation_failed'])
      expect(payload.detail).to.include('[paths.0]').and.to.include('/api/v1/clients/clients, without parameters')
    })

  it('reports the current state of the definitions', async () => {
    const { payload, ...frame } = await subscribe()
    expect(frame).to.deep.equal({ namespace: 'shell', type: 'subscribed', reply_to: 'ask-1', seq: 0 })
    expect(payload.version).to.equal(gateway.registries.version)
    expect((await subscribe()).payload.instance).to.equal(payload.instance)
    const another = await startGateway(database)
    expect((await subscribe(await another.open())).payload.instance).to.not.equal(payload.instance)
  })

  it('announces which documents have changed, but only to subscribers', async () => {
    const bystander = await gateway.open()
    await subscribe()
    publish([dashboard('crew', '1')])
    const [told] = await framesOf('definitions.changed')
    expect(told).to.deep.equal({
      namespace: 'shell',
      type: 'definitions.changed',
      payload: { plugin: 'crew', changed: ['crew', 'operations/crew'], revision: gateway.registries.version },
    })
    expect(bystander.frames).to.deep.equal([])
  })

  it('announces a burst once for each plugin', async () => {
    await subscribe()
    publish([dashboard('crew', '1')])
    publish([dashboard('crew', '1'), dashboard('ships', '1')])
    publishNamespace(gateway.registries, 'chat', {})
    publish([dashboard('crew', '2')])
    const told = await framesOf('definitions.changed')
    const revision = gateway.registries.version
    expect(told.map(({ payload }) => payload)).to.deep.equal([
      { plugin: 'crew', changed: ['crew', 'operations/crew', 'ships'], revision },
      { plugin: 'chat', changed: [], revision },
    ])
  })

  it('announces a change once, even to a client that subscribed twice', async () => {
    await subscribe()
    await subscribe()
    publish([dashboard('crew', '1')])
    expect(await framesOf('definitions.changed')).to.have.length(1)
  })

  it('announces changed panels without a plugin', async () => {
    await subscribe()
    gateway.registries.configurePanels([])
    const [told] = await framesOf('definitions.changed')
    expect(told?.payload).to.deep.equal({ plugin: null, changed: [], revision: gateway.registries.version })
  })

  it('announces only the last state of a plugin after a burst', async () => {
    await subscribe()
    gateway.registries.plugins.set(pluginStatus('crew', { state: 'activating' }))
    gateway.registries.plugins.set(pluginStatus('crew', { generation: 1 }))
    const told = await framesOf('plugin.changed')
    expect(told.map(({ payload }) => payload)).to.deep.equal([{ plugin: pluginStatus('crew', { generation: 1 }) }])
  })

  it('announces only the state to a client that may not see plugins', async () => {
    const clerk = await openAs(['platform.shell.view'])
    await subscribe(clerk)
    gateway.registries.plugins.set(pluginStatus('crew', { title: 'Crew', state: 'failed' }))
    const told = await framesOf('plugin.changed', clerk)
    expect(told.map(({ payload }) => payload)).to.deep.equal([
      { plugin: { id: 'crew', title: 'Crew', state: 'failed' } },
    ])
  })

  it('requires the permission to use the shell, which only those have who sign in', async () => {
    await gateway.permit(['clients.*'])
    const { tokens, authenticate } = gateway.auth.auth
    const operator = await authenticate({ authorization: `Bearer ${TOKEN}` })
    const user_id = (await gateway.auth.auth.users.list())[0]?.id
    const { secret } = await tokens.create(
      { name: 'sync', user_id, permissions: ['clients.*'] },
      { by: operator!.caller },
    )
    const stranger = await gateway.open({ headers: { authorization: `Bearer ${secret}` } })
    const { payload } = await subscribe(stranger)
    expect(payload).to.include({ code: 'permission_denied' })
    expect(payload.detail).to.include('[platform.shell.view]')
    publish([dashboard('crew', '1')])
    expect(await framesOf('definitions.changed', stranger)).to.deep.equal([])
  })

  it('accepts no payload', async () => {
    const { payload } = await client.ask({ namespace: 'shell', type: 'subscribe', payload: { topics: [] } })
    expect(payload.code).to.equal('validation_failed')
  })
})
