import { expect } from 'chai'
import type { ApiError } from '@atrium/sdk'
import { FormDefinition } from '@atrium/sdk/documents'
import { Check } from 'typebox/value'
import { randomBytes } from 'node:crypto'
import type { Database } from '../../../../../host/base/db/index.ts'
import { KeyRing } from '../../../../../host/base/secrets/key-ring.ts'
import { eachDatabase } from '../../../../helpers/databases.ts'
import { hostPluginSet, type PluginSet, type SetPlugin } from '../../../../helpers/plugin-set.ts'
import { rejection } from '../../../../helpers/rejection.ts'

const settings = {
  type: 'object',
  required: ['api_key', 'limit'],
  properties: {
    api_key: { type: 'string', minLength: 3, writeOnly: true },
    limit: { type: 'integer', minimum: 1, default: 5, title: 'Most at once' },
    mode: { enum: ['fast', 'safe'] },
    mail: { type: 'object', properties: { host: { type: 'string' }, password: { type: 'string', writeOnly: true } } },
  },
}
const source = `export const register_routes = (routes, { settings }) =>
  routes.get('/settings', {}, () => settings)`
const plugin: SetPlugin = { source, atrium: { settings } }
const configured = { active: ['a'], settings: { a: { api_key: 'abc', mode: 'fast' } } }

/** The settings that the serving generation received. */
const given = async ({ host }: PluginSet) => {
  const match = host.registries.operations.match('GET', '/api/v1/a/settings')
  if (!match || !('operation' in match)) throw new Error('It does not serve.')
  return (await match.operation.declaration.handler({} as never)) as Record<string, unknown>
}

const put = (set: PluginSet, values: Record<string, unknown>) =>
  set.host.plugins.changeSettings('a', values, { by: 'test' })

describe('The settings of a plugin', () => {
  it('are shown in a form generated from their schema, without secrets', async () => {
    const set = await hostPluginSet({ a: plugin }, configured)
    expect(set.status('a')?.has_settings).to.equal(true)
    const shown = set.host.plugins.settings('a')
    expect(Check(FormDefinition, shown?.form)).to.equal(true)
    expect(shown?.form.submit).to.deep.equal({ method: 'PUT', path: '/api/v1/plugins/a/settings' })
    expect(shown?.form.fields).to.deep.include({
      limit: { kind: 'number', label: 'Most at once' },
      mode: {
        kind: 'select',
        label: 'Mode',
        options: [
          { value: 'fast', label: 'Fast' },
          { value: 'safe', label: 'Safe' },
        ],
      },
    })
    expect(shown?.form.schema.required, 'a secret need not be entered again').to.deep.equal(['limit'])
    expect(shown?.values).to.deep.equal({ limit: 5, mode: 'fast' })
  })

  it('reload the plugin when they change, and keep members that were not sent, secrets in particular', async () => {
    const set = await hostPluginSet({ a: plugin }, configured)
    expect(await given(set)).to.deep.equal({ api_key: 'abc', limit: 5, mode: 'fast' })
    const shown = await put(set, { limit: 9, mail: { host: 'mail.example', password: 'pass' } })
    expect(shown?.values).to.deep.equal({ limit: 9, mode: 'fast', mail: { host: 'mail.example' } })
    expect(set.status('a')?.generation).to.equal(2)
    await put(set, { mail: { host: 'mx.example' } })
    expect(await given(set)).to.deep.equal({
      api_key: 'abc',
      limit: 9,
      mode: 'fast',
      mail: { host: 'mx.example', password: 'pass' },
    })
  })

  it('do not reload the plugin when nothing changes', async () => {
    const set = await hostPluginSet({ a: plugin }, configured)
    await put(set, { mode: 'fast' })
    expect(set.status('a')?.generation).to.equal(1)
  })

  it('default to the configuration until they are changed, and return to it with null', async () => {
    const set = await hostPluginSet({ a: plugin }, configured)
    await put(set, { mode: 'safe' })
    set.config.settings = { a: { api_key: 'xyz', mode: 'fast', limit: 2 } }
    await set.host.plugins.reconfigure()
    expect(await given(set)).to.deep.equal({ api_key: 'xyz', limit: 2, mode: 'safe' })
    await put(set, { mode: null })
    expect(await given(set)).to.deep.equal({ api_key: 'xyz', limit: 2, mode: 'fast' })
  })

  it('that violate their schema are refused with 422 and a pointer for each problem, and nothing is stored', async () => {
    const set = await hostPluginSet({ a: plugin }, configured)
    const refusal = (await rejection(put(set, { limit: 0, mode: 'slow', lmit: 3 }))) as ApiError
    expect(refusal).to.include({ code: 'validation_failed', status: 422 })
    const pointers = refusal.options.details?.map(({ pointer }) => pointer).sort()
    expect(pointers).to.deep.equal(['/limit', '/lmit', '/mode'])
    expect(set.status('a')?.generation).to.equal(1)
    expect(set.host.plugins.settings('a')?.values).to.deep.equal({ limit: 5, mode: 'fast' })
  })

  it('of an inactive plugin are stored until it is activated', async () => {
    const set = await hostPluginSet({ a: plugin }, { settings: configured.settings })
    await put(set, { limit: 7 })
    expect(set.states()).to.equal('a inactive')
    await set.ask('activate', 'a')
    expect(await given(set)).to.deep.include({ limit: 7 })
  })

  it('are refused for a plugin that declares none', async () => {
    const set = await hostPluginSet({ a: {} }, { active: ['a'] })
    expect(set.status('a')?.has_settings).to.equal(false)
    expect(set.host.plugins.settings('a')).to.deep.include({ values: {} })
    expect(await rejection(put(set, { limit: 1 }))).to.include({ code: 'validation_failed' })
  })

  it('that a new schema refuses are told where they are stored, and can be corrected one by one', async () => {
    const set = await hostPluginSet({ a: plugin }, configured)
    await put(set, { limit: 9, mode: 'safe', mail: { host: 'mx.example' }, api_key: 'xyz' })
    const { mail: _, ...properties } = settings.properties
    const stricter = {
      ...{ ...settings, additionalProperties: false },
      properties: { ...properties, limit: { type: 'integer', maximum: 5 }, mode: { enum: ['slow'] } },
    }
    await set.write('a', { ...plugin, atrium: { settings: stricter } })
    await set.ask('reload', 'a')
    const told = () => set.status('a')?.diagnostics.map(({ message, where, fix }) => ({ message, where, fix }))
    const at = 'which is stored in the database,'
    const again = 'The plugin is then loaded again automatically.'
    const correct = (path: string) =>
      `Correct it: \`atrium settings set a ${path} <value>\`, or in its settings on the screen Plugins. \`atrium settings unset a ${path}\` returns to panels.config.json or the default. ${again}`
    expect(told()).to.deep.equal([
      {
        message: `The setting [a/mail], ${at} is not one that the plugin declares.`,
        ...{ where: undefined, fix: `Remove it: \`atrium settings unset a mail\`. ${again}` },
      },
      { message: `The setting [a/limit], ${at} must be <= 5, but is [9].`, where: undefined, fix: correct('limit') },
      {
        message: `The setting [a/mode], ${at} must be equal to one of the allowed values "slow", but is ["safe"].`,
        ...{ where: undefined, fix: correct('mode') },
      },
    ])
    await put(set, { mail: null })
    await put(set, { limit: 4 })
    expect(told()).to.have.length(1)
    expect(await rejection(put(set, { limit: 6 }))).to.include({ code: 'validation_failed' })
    await put(set, { mode: 'slow' })
    expect(set.status('a')).to.include({ state: 'active' })
    expect(await given(set)).to.deep.equal({ api_key: 'xyz', limit: 4, mode: 'slow' })
  })

  it('that a new schema no longer has do not keep others from being changed', async () => {
    const set = await hostPluginSet({ a: plugin }, configured)
    await put(set, { limit: 9, mail: { host: 'mx.example' } })
    const { mail: _, ...properties } = settings.properties
    await set.write('a', { ...plugin, atrium: { settings: { ...settings, properties } } })
    await set.ask('reload', 'a')
    const shown = await put(set, { limit: 4 })
    expect(await given(set)).to.include({ limit: 4 })
    expect(shown?.values, 'it may have been a secret').to.deep.equal({ limit: 4, mode: 'fast' })
    expect(shown?.secrets_set).to.deep.equal(['api_key', 'mail'])
  })

  it('that the plugin rejects leave the old generation serving', async () => {
    const careful = `${source}\nexport const setup = ({ settings }) => { if (settings.limit > 8) throw new Error('too many') }`
    const set = await hostPluginSet({ a: { ...plugin, source: careful } }, configured)
    await put(set, { limit: 9 })
    expect(set.status('a')).to.deep.include({ state: 'failed', generation: 1 })
    expect((await given(set)).limit).to.equal(5)
    await put(set, { limit: 8 })
    expect(set.status('a')).to.deep.include({ state: 'active', generation: 2 })
  })

  eachDatabase((target) => {
    it('are encrypted in the database', async () => {
      const database: Database = await target.open()
      const set = await hostPluginSet({ a: plugin }, { ...configured, database })
      await put(set, { api_key: 'a-very-secret-key', limit: 3 })
      const rows = await database.knex('platform_plugins').select()
      expect(JSON.stringify(rows)).not.to.contain('a-very-secret-key')
      await set.restart()
      expect(await given(set)).to.deep.include({ api_key: 'a-very-secret-key', limit: 3 })
      await set.restart({ keys: new KeyRing(randomBytes(32)) })
      expect(set.states(), 'a host without the key').to.equal('a failed')
      expect(set.status('a')?.diagnostics[0]?.message).to.include('ATRIUM_SECRET_KEY')
      await put(set, { api_key: 'entered-anew' })
      expect(await given(set)).to.deep.include({ api_key: 'entered-anew', limit: 5 })
    })
  })
})
