import { expect } from 'chai'
import { diagnosed, found } from '../../../helpers/diagnosed.ts'
import { hostPlugins } from '../../../helpers/hosted-plugins.ts'
import { packageJson, type PluginFiles } from '../../../helpers/plugin-directory.ts'
import { until } from '../../../helpers/until.ts'

const source = (element = "'rating'") => `
import { array_store, emit_dashboard, register_resource, Type } from '@atrium/sdk'
const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String(), stars: Type.Integer() })
export const register_resources = (registry) => {
  register_resource(registry, 'operations', 'fleet', (resource) => resource.record(Van).id('vans').api_base('/api/v1/fleet')
    .table((table) => table.columns((column) => [column.element('stars', ${element})])))
}
export const register_routes = (routes) => routes.records('/vans/{id}', array_store([], Van))
`
const RATING = 'export const rating = (place) => { place.textContent = "★" }\n'

/** A plugin whose list has a column shown by an element. */
const files = (more: PluginFiles = {}, element?: string): PluginFiles => ({
  'package.json': packageJson({ atrium: { elements: './ui/elements.ts' } }),
  'src/index.ts': source(element),
  'ui/elements.ts': RATING,
  ...more,
})

describe('The module of a plugin’s elements', () => {
  it('is bundled with what it imports: packages, styles as text, pictures, JSX, but not the types of the SDK', async () => {
    const { registries } = await hostPlugins(
      files({
        'package.json': packageJson({ atrium: { elements: './ui/elements.tsx' } }),
        'ui/elements.tsx': `
          import type { MountElement, ValueContext } from '@atrium/sdk/documents'
          import { draw } from 'drawing'
          import styles from './rating.css'
          import icon from './star.svg'
          const h = (name: string) => name
          /** @jsx h */
          export const rating: MountElement<ValueContext<number>> = (place) => {
            Object.assign(place, { textContent: draw() + styles + icon + <b /> + import.meta.url + process.env.NODE_ENV })
          }`,
        'ui/rating.css': '.stars { color: red }',
        'ui/star.svg': '<svg/>',
        'node_modules/drawing/package.json': {
          name: 'drawing',
          version: '1.0.0',
          type: 'module',
          exports: './index.js',
        },
        'node_modules/drawing/index.js': '/*! A licence */\nexport const draw = () => "drawn by a package"\n',
      }),
    )
    expect(registries.plugins.get('fleet')?.diagnostics).to.deep.equal([])
    const { names, code } = registries.elementsOf('fleet')!
    expect(names).to.deep.equal(['rating'])
    const text = code.toString()
    for (const part of [
      'drawn by a package',
      '.stars',
      'data:image/svg+xml',
      'import.meta.url',
      '"production"',
      'A licence',
    ])
      expect(text).to.include(part)
    expect(text).not.to.include('@atrium')
  })

  it('is part of the state by which hosts compare the files of a plugin', async () => {
    const [one, other] = [
      await hostPlugins(files()),
      await hostPlugins(files({ 'ui/elements.ts': `${RATING}// A note\n` })),
    ]
    const third = await hostPlugins(files({ 'ui/elements.ts': RATING.replace('★', '●') }))
    const content = ({ registries }: typeof one) => registries.plugins.get('fleet')?.content
    expect(content(one)).to.equal(content(other))
    expect(content(one)).not.to.equal(content(third))
  })

  it('must exist; the plugin loads as soon as it does', async () => {
    const { 'ui/elements.ts': _, ...without } = files()
    const { registries, fleet } = await hostPlugins(without, { watch: true })
    const { diagnostics = [] } = registries.plugins.get('fleet') ?? {}
    expect(found(diagnostics, 'elements_missing').message).to.equal(
      'The plugin names the module [ui/elements.ts] for its elements, but there is no such file.',
    )
    await fleet.write({ 'ui/elements.ts': RATING })
    await until('the plugin loads', () => registries.plugins.get('fleet')?.state === 'active')
  })

  it('must export the element that a column names, by its exact name', async () => {
    const misspelt = found(await diagnosed(files({}, "'ratting'")), 'element_unknown')
    expect(misspelt).to.deep.include({
      message:
        'The column [stars] of [vans] is shown by the element [ratting], which the module of [atrium.elements] does not export.',
      fix: 'Did you mean [rating]?',
    })
    expect(misspelt.where).to.include({ file: 'src/index.ts', line: 6 })
    const none = await diagnosed(files({ 'package.json': packageJson() }))
    expect(found(none, 'element_unknown').fix).to.equal(
      'Add `"elements": "./ui/elements.ts"` to "atrium" in package.json, and export [rating] from this file.',
    )
  })

  it('may not contain syntax errors, imports that are not there, modules of Node, or code of the SDK', async () => {
    const told = async (code: string) => found(await diagnosed(files({ 'ui/elements.ts': code })), 'build_failed')
    expect((await told('export const rating = (')).where).to.include({ file: 'ui/elements.ts', line: 1 })
    expect((await told("import { a } from './missing.ts'\nexport const rating = a")).message).to.include(
      '[./missing.ts]',
    )
    expect((await told("import fs from 'node:fs'\nexport const rating = fs")).message).to.include('[node:fs]')
    const sdk = await told("import { label_of } from '@atrium/sdk'\nexport const rating = label_of")
    expect(sdk.message).to.equal(
      'ui/elements.ts:1:26: The module of [atrium.elements] runs in the browser and may not import [@atrium/sdk]',
    )
    expect(sdk.fix).to.include('import type')
  })

  it('has at most 1 MB', async () => {
    const large = `export const rating = ${JSON.stringify('x'.repeat(1_000_001))}`
    expect(found(await diagnosed(files({ 'ui/elements.ts': large })), 'elements_too_large').message).to.equal(
      'The module [ui/elements.ts] has 1001 kB with everything that it imports; at most 1000 kB are allowed.',
    )
  })

  it('is named by a text, and an element by the name of an export with options of JSON values', async () => {
    for (const wrong of [
      "''",
      "'star rating'",
      '7',
      "'rating', 5",
      "'rating', { most: () => 5 }",
      "'rating', { on: new Date() }",
    ])
      expect(found(await diagnosed(files({}, wrong)), 'argument_invalid').message, wrong).to.include(
        "element('stars', ",
      )
  })
})
