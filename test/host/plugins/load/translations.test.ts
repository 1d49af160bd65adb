import { expect } from 'chai'
import { diagnosed } from '../../../helpers/diagnosed.ts'
import { hostPlugins } from '../../../helpers/hosted-plugins.ts'
import { until } from '../../../helpers/until.ts'

const SOURCE = { 'src/index.ts': 'export const register_resources = () => {}\n' }
const SCREENS = {
  'src/index.ts': `import { ApiError, array_store, register_resource, Type } from '@atrium/sdk'
const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String(), price: Type.Number({ title: 'Price per day' }) })
export const register_resources = (registry) =>
  register_resource(registry, 'operations', 'fleet', (resource) =>
    resource.record(Van).id('vans').api_base('/api/v1/fleet').table((table) =>
      table.actions((action) => [action.row('retire').patch('/vans/{id}/retire').confirm('Retire this van?')]),
    ))
export const register_routes = (routes) =>
  routes.records('/vans/{id}', array_store([], Van)).patch('/vans/{id}/retire', {}, () => {
    throw new ApiError('away', { status: 409, detail: 'The van is away.' })
  })
`,
}

const DE = { Vans: 'Lieferwagen', 'Van {name} deleted': 'Lieferwagen {name} gelöscht' }

describe('The translations of a plugin', () => {
  it('are published by language, and replaced when a file changes', async () => {
    const { registries, fleet } = await hostPlugins(
      {
        ...SOURCE,
        'translations/de.json': DE,
        'translations/pt-BR.json': { Vans: 'Furgões' },
        'translations/README.md': 'How we translate.',
      },
      { watch: true },
    )
    const changes: string[] = []
    registries.onChange(({ changed }) => void changes.push(...changed))
    const published = () => registries.translations().find(({ owner }) => owner === 'fleet')?.translations
    expect(published()).to.deep.equal({ de: DE, 'pt-BR': { Vans: 'Furgões' } })

    await fleet.write({ 'translations/de.json': { ...DE, Vans: 'Transporter' } })
    await until('the new translation', () => published()?.de?.Vans === 'Transporter')
    expect(changes).to.include('translations/de').and.not.include('translations/pt-BR')

    await fleet.write({ 'translations/ar.json': { Vans: 'شاحنات' } })
    await until('another language', () => published()?.ar !== undefined)
    expect(changes).to.include('translations/ar')
  })

  it('are told if a key is almost a text that stays in English', async () => {
    const meant = {
      'Price per Day': 'Price per day',
      'Retire this van': 'Retire this van?',
      'Retire this vna?': 'Retire this van?',
      'The van is away': 'The van is away.',
    }
    for (const [key, near] of Object.entries(meant)) {
      const told = await diagnosed({ ...SCREENS, 'translations/de.json': { [key]: 'Deutsch' } })
      expect(told).to.have.length(1)
      expect(told[0]).to.deep.include({
        code: 'translation_unmatched',
        severity: 'warning',
        message: `The file [translations/de.json] translates [${key}], which is not a text of the plugin. [${near}] stays in English.`,
        fix: `Did you mean [${near}]?`,
      })
      expect(told[0]?.where).to.include({ file: 'translations/de.json', pointer: `/${key}` })
    }
  })

  it('may have keys of texts that are made at run time, and other forms of texts', async () => {
    const de = {
      'Price per day': 'Preis je Tag',
      'Price per Day': 'Preis',
      Retired: 'Ausgemustert',
      Vans: 'Lieferwagen',
    }
    const made = {
      'The van {id} is away': 'Lieferwagen {id} ist unterwegs',
      'Many things': 'Viele Dinge',
      Names: 'Namen',
    }
    expect(await diagnosed({ ...SCREENS, 'translations/de.json': { ...de, ...made } })).to.deep.equal([])
    const region = {
      'translations/de.json': { 'Price per day': 'Preis' },
      'translations/de-CH.json': { 'Price per Day': 'Preis' },
    }
    expect(await diagnosed({ ...SCREENS, ...region })).to.deep.equal([])
  })

  it('that cannot be used keep the plugin from loading; each finding names the file and the key', async () => {
    const found = await diagnosed({
      ...SOURCE,
      'translations/ar.json': '{ "Vans": "\\"Vans\\": 1", "Van": "Vans", "Vans": "شاحنات" }',
      'translations/de.json': { Vans: 7, 'Van {name} deleted': 'Gelöscht', 'Hello {name}': 'Hallo {nmae} {name}' },
      'translations/es.json': { '{one} {other}': '{other} {one}' },
      'translations/fr.json': '["Vans"]',
      'translations/german.json.json': { Vans: 'Lieferwagen' },
      'translations/it.json': '{ "Vans": ',
    })
    expect(new Set(found.map(({ code, severity }) => `${severity} ${code}`))).to.deep.equal(
      new Set(['error translation_invalid']),
    )
    const fixes = new Map(found.map(({ where, fix }) => [where?.file, fix]))
    expect(fixes.get('translations/it.json')).to.contain('Correct the JSON')
    expect(fixes.get('translations/german.json.json')).to.contain('Name the file')
    expect(found.find(({ where }) => where?.file === 'translations/it.json')?.where?.line).to.equal(1)
    expect(found.map(({ message, where }) => [where?.file, where?.pointer, message])).to.deep.equal([
      ['translations/ar.json', '/Vans', 'The file [translations/ar.json] has two translations of [Vans].'],
      ['translations/de.json', '/Vans', 'The file [translations/de.json] has no text for [Vans].'],
      [
        'translations/de.json',
        '/Van {name} deleted',
        'The file [translations/de.json] lacks the placeholder [{name}] in the translation of [Van {name} deleted].',
      ],
      [
        'translations/de.json',
        '/Hello {name}',
        'The file [translations/de.json] has the placeholder [{nmae}] in the translation of [Hello {name}], which does not have it.',
      ],
      [
        'translations/es.json',
        '/{one} {other}',
        'The file [translations/es.json] has the key [{one} {other}], which would mean any text: it consists of placeholders.',
      ],
      ['translations/fr.json', undefined, 'The file [translations/fr.json] is not a JSON object of texts.'],
      [
        'translations/german.json.json',
        undefined,
        'The file [translations/german.json.json] is not named like a locale, such as de.json.',
      ],
      ['translations/it.json', undefined, 'The file [translations/it.json] is not valid JSON.'],
    ])
  })
})
