import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import type {
  Dashboard,
  PanelDocument,
  PluginSettings,
  PluginStatus,
  TranslationCatalogue,
} from '@atrium/sdk/documents'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { ahead, Practice } from '../../plugins/booking/test/practice.ts'
import { signInPerson } from '../helpers/sign-in-person.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../..')
const PLUGINS = ['clients', 'booking', 'ai-agents', 'template']

/** The members of documents that people read, as the shell translates them. */
const TEXTS = /^(?:title|group|label|description|placeholder|item_label|key_label|value_label|confirm|keep|done|doing)$/

/** Every text of a document. Data of records and JSON Schemas have none. */
function* textsOf(part: unknown): Generator<string> {
  if (Array.isArray(part)) for (const each of part) yield* textsOf(each)
  else if (typeof part === 'object' && part !== null) {
    for (const [name, member] of Object.entries(part)) {
      if (['schema', 'default', 'value'].includes(name)) continue
      // A column of an import without a label is called as its field.
      if (name === 'label' && member === (part as { name?: unknown }).name) continue
      if (typeof member === 'string') {
        if (TEXTS.test(name) && /\p{L}/u.test(member)) yield member
      } else yield* textsOf(member)
    }
  }
}

/** The ids of the forms that a document names. */
const formsOf = (document: unknown): string[] =>
  [...JSON.stringify(document).matchAll(/"form_id":"([^"]+)"/g)].map(([, id]) => id!)

describe('The translations of a host', () => {
  let host: TestHost
  before(async () => {
    const { panels } = JSON.parse(readFileSync(path.join(REPOSITORY, 'panels.config.json'), 'utf8')) as {
      panels: { id: string; title: string }[]
    }
    host = await startTestHost({ panels, plugins: PLUGINS.map((id) => path.join(REPOSITORY, 'plugins', id)) })
  })
  after(() => host.close())

  const read = async <Body>(at: string): Promise<Body> => {
    const response = await host.request(at)
    expect(response.status, at).to.equal(200)
    return (await response.json()) as Body
  }
  const translations = (locale: string) => read<TranslationCatalogue[]>(`/api/v1/ui/translations/${locale}`)

  async function documents(): Promise<unknown[]> {
    const panels = await read<{ id: string }[]>('/api/v1/panels')
    const found: unknown[] = [panels, await read('/api/v1/platform/choices/permissions')]
    for (const { id } of panels) {
      const panel = await read<PanelDocument>(`/api/v1/panels/${id}`)
      found.push(panel, await read(`/api/v1/panels/${id}/resources`))
      for (const { dashboard_id } of panel.screens)
        found.push(await read<Dashboard>(`/api/v1/ui/dashboards/${dashboard_id}`))
    }
    const forms = new Set(formsOf(found))
    for (const id of forms) found.push(await read(`/api/v1/forms/${id}`))
    for (const { id, description, has_settings } of await read<PluginStatus[]>('/api/v1/plugins')) {
      found.push({ description })
      if (has_settings) found.push((await read<PluginSettings>(`/api/v1/plugins/${id}/settings`)).form)
    }
    return found
  }

  it('have every text of every document in German and in Arabic', async () => {
    const texts = new Set(textsOf(await documents()))
    expect(texts.size).to.be.greaterThan(800)
    for (const locale of ['de', 'ar']) {
      const catalogues = await translations(locale)
      expect(catalogues.map(({ owner }) => owner)).to.deep.equal(['platform', ...PLUGINS.toSorted()])
      const known = new Set(catalogues.flatMap((each) => Object.keys(each.texts)))
      const patterns = [...known].filter((key) => key.includes('{')).map(patternOf)
      const isKnown = (text: string) => known.has(text) || patterns.some((pattern) => pattern.test(text))
      // The heading of a group of permissions: `Booking: Services`.
      const isHeading = (text: string) => text.includes(': ') && text.split(': ').every(isKnown)
      const isCode = (text: string) => /^(?:\*|[a-z-]+(?:\.[a-z*-]+)+|[a-z]+(?:_[a-z]+)+)$/.test(text)
      expect(
        [...texts].filter((text) => !isKnown(text) && !isHeading(text) && !isCode(text)),
        locale,
      ).to.deep.equal([])
    }
  })

  it('say what was done, in histories and in the audit log, in German and in Arabic', async () => {
    const { paths } = await read<{ paths: Record<string, Record<string, { summary: string }>> }>('/api/v1/openapi.json')
    // A route without a summary is called by its verb: `Retire`.
    const wordsOf = (summary: string) => (summary.startsWith('POST /') ? capital(path.basename(summary)) : summary)
    const changes = Object.values(paths).flatMap((methods) =>
      Object.entries(methods).flatMap(([method, { summary }]) => (method === 'get' ? [] : [wordsOf(summary)])),
    )
    expect(changes.length).to.be.greaterThan(200)
    for (const locale of ['de', 'ar']) {
      const known = new Set((await translations(locale)).flatMap((each) => Object.keys(each.texts)))
      const patterns = [...known].filter((key) => key.includes('{')).map(patternOf)
      // `Change a {thing}`: the thing is translated, too.
      const isWhole = (text: string) =>
        known.has(text) ||
        patterns.some((pattern) =>
          pattern
            .exec(text)
            ?.slice(1)
            .every((thing) => known.has(capital(thing))),
        )
      expect(
        [...new Set(changes)].filter((text) => !isWhole(text)),
        locale,
      ).to.deep.equal([])
    }
  })

  it('say why bookings, series and weekly hours are refused, in German and in Arabic', async () => {
    const practice = new Practice(host)
    const service_id = await practice.service()
    const specialist_id = await practice.specialist({ service_id })
    const client_id = await practice.client()
    const archived = await practice.client()
    await practice.ask('DELETE', `/api/v1/clients/clients/${archived}`)
    const booking = { service_id, specialist_id, client_id, starts_at: ahead(7) }
    const series = { ...booking, rrule: 'FREQ=WEEKLY;COUNT=2' }
    const hours = { specialist_id, rrule: 'FREQ=WEEKLY;BYDAY=TU', opens: '09:00', closes: '12:00' }
    const refused: [string, object][] = [
      ['/bookings', { ...booking, client_id: archived }],
      ['/bookings', { ...booking, client_id: 999_999 }],
      ['/bookings', { ...booking, specialist_id: 999_999 }],
      ['/bookings', { ...booking, service_id: await practice.service() }],
      ['/bookings/series', { ...series, rrule: 'FREQ=WEEKLY' }],
      ['/bookings/series', { ...series, rrule: 'FREQ=WEEKLY;COUNT=2;UNTIL=20300101' }],
      ['/bookings/series', { ...series, rrule: 'FREQ=DAILY;COUNT=105' }],
      ['/bookings/series', { ...series, rrule: 'FREQ=DAILY;UNTIL=20990101' }],
      ['/bookings/series', { ...series, rrule: 'FREQ=DAILY;UNTIL=20200101' }],
      ['/bookings/series', { ...series, rrule: 'FREQ=MONTHLY;INTERVAL=6;COUNT=9' }],
      ['/bookings/series', { ...series, rrule: `FREQ=MONTHLY;BYMONTHDAY=${new Date(ahead(9)).getUTCDate()};COUNT=2` }],
      ['/bookings/series', { ...series, rrule: 'RRULE:FREQ=WEEKLY;COUNT=2' }],
      ['/hours', { ...hours, starts_on: '2026-01-01' }],
      ['/hours', { ...hours, starts_on: '2026-01-01', rrule: 'Every Tuesday' }],
    ]
    const told = await Promise.all(
      refused.map(async ([at, json]) => {
        const { status, body } = await practice.ask<{ details: { message: string }[] }>('POST', at, json)
        expect(status, JSON.stringify(body)).to.equal(422)
        return body.details.map(({ message }) => message)
      }),
    )
    for (const locale of ['de', 'ar']) {
      const known = (await translations(locale)).flatMap((each) => Object.keys(each.texts)).map(patternOf)
      expect(
        told.flat().filter((text) => !known.some((pattern) => pattern.test(text))),
        locale,
      ).to.deep.equal([])
    }
  })

  it('say why the data of a client are refused, in German and in Arabic', async () => {
    const practice = new Practice(host)
    const refused = [
      { kind: 'person', family_name: 'Hopper', company_name: 'Navy' },
      { kind: 'company', company_name: 'Navy', family_name: 'Hopper' },
      { kind: 'person', family_name: ' ' },
      { kind: 'person', family_name: 'Hopper', birth_date: '2999-01-01' },
      { kind: 'person', family_name: 'Hopper', phone: '030 12' },
    ]
    const told = await Promise.all(
      refused.map(async (json) => {
        const answer = await practice.ask<{ details: { message: string }[] }>('POST', '/api/v1/clients/clients', json)
        expect(answer.status, JSON.stringify(answer.body)).to.equal(422)
        return answer.body.details.map(({ message }) => message)
      }),
    )
    for (const locale of ['de', 'ar']) {
      const texts = (await translations(locale)).flatMap((each) => Object.keys(each.texts))
      expect(
        told.flat().filter((text) => !texts.includes(text)),
        locale,
      ).to.deep.equal([])
    }
  })

  it('say why an address leads nowhere, in German and in Arabic', async () => {
    const addresses = [
      ...['panels/nowhere', 'panels/operatoins'],
      ...['nothing-like-it', 'tempalte', 'items', 'ai-agents'].map((id) => `panels/operations/modules/${id}/manifest`),
      ...['ui/dashboards/nothing-like-it', 'ui/dashboards/item-list', 'forms/nothing-like-it'],
      ...['nothing/like-it', 'template/itmes'],
    ]
    const reasons = (paths: readonly string[]) =>
      Promise.all(
        paths.map(async (at) => {
          const answer = await host.request(`/api/v1/${at}`)
          expect(answer.status, at).to.equal(404)
          return ((await answer.json()) as { detail: string }).detail
        }),
      )
    const told = await reasons(addresses)
    await host.request('/api/v1/plugins/ai-agents/deactivate', { method: 'POST' })
    told.push(...(await reasons(['ui/dashboards/nothing-like-it', 'ui/dashboards/item-list', 'ai-agents/agents'])))
    await host.request('/api/v1/plugins/ai-agents/activate', { method: 'POST' })
    expect(told).to.deep.include(
      'There is no dashboard [item-list]. Did you mean [items-list]? Read the id from the manifest of its module. Plugins that are not available: [ai-agents (inactive)].',
    )
    for (const locale of ['de', 'ar']) {
      const known = (await translations(locale)).flatMap((each) => Object.keys(each.texts)).map(patternOf)
      expect(
        told.filter((text) => !known.some((pattern) => pattern.test(text))),
        locale,
      ).to.deep.equal([])
    }
  })

  it('say why a client may be one that exists already, in German and in Arabic', async () => {
    const practice = new Practice(host)
    const known = { given_name: 'Grace', family_name: 'Hopper', email: 'grace@navy.example', phone: '+49 30 901820' }
    await practice.ask('POST', '/api/v1/clients/clients', { ...known, kind: 'person' })
    const reasons = async (entered: Record<string, string>) => {
      const query = String(new URLSearchParams(entered))
      const { body } = await practice.ask<{ reasons: string[] }[]>('GET', `/api/v1/clients/clients/similar?${query}`)
      return body.flatMap((each) => each.reasons)
    }
    const { email, phone, ...name } = known
    const told = new Set([...(await reasons({ email, phone })), ...(await reasons({ ...name, family_name: 'Hoper' }))])
    expect(told).to.have.property('size', 3)
    for (const locale of ['de', 'ar']) {
      const texts = (await translations(locale)).flatMap((each) => Object.keys(each.texts))
      expect(
        [...told].filter((text) => !texts.includes(text)),
        locale,
      ).to.deep.equal([])
    }
  })

  it('are kept by browsers, are those of the language in any region, and do not exist in other languages', async () => {
    const at = '/api/v1/ui/translations/de'
    const first = await host.request(at)
    expect(first.headers.get('cache-control')).to.equal('private, no-cache')
    const etag = first.headers.get('etag') ?? ''
    const second = await host.request(at, { headers: { 'if-none-match': etag } })
    expect([etag !== '', second.status]).to.deep.equal([true, 304])
    expect(await translations('de-AT')).to.deep.equal(await translations('de'))
    expect(await translations('fr')).to.deep.equal([])
    expect((await host.request('/api/v1/ui/translations/..%2Fx')).status).to.equal(404)
  })

  it('are shown only of plugins of which the person may see a screen, and to nobody who is not signed in', async () => {
    const { cookie } = await signInPerson(host, { name: 'Iris', permissions: ['platform.shell.view', 'template.*'] })
    const seen = await host.request('/api/v1/ui/translations/de', { headers: { authorization: '', cookie } })
    const catalogues = (await seen.json()) as TranslationCatalogue[]
    expect(catalogues.map(({ owner }) => owner)).to.deep.equal(['platform', 'template'])
    expect((await host.request('/api/v1/ui/translations/de', { headers: { authorization: '' } })).status).to.equal(401)
  })
})

/** Matches the texts that a key with placeholders stands for, and captures their values. */
const patternOf = (key: string) =>
  new RegExp(
    `^${key
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('(.+)')}$`,
  )

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
