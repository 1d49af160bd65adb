import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const MARKS = ['oak', 'elm', 'ash', 'fir', 'yew', 'box', 'bay', 'fig']

/** Samples with a code that two rules are about, and eight marks from 1 to 5. */
const SOURCE = `
import { register_resource, table_store, Type } from '@atrium/sdk'
const MARKS = ${JSON.stringify(MARKS)}
const Mark = Type.Optional(Type.Integer({ minimum: 1, maximum: 5 }))
const Sample = Type.Object({
  id: Type.Integer({ readOnly: true }),
  code: Type.String({ minLength: 4, pattern: '^[A-Z]+$' }),
  ...Object.fromEntries(MARKS.map((name) => [name, Mark])),
})

export function register_resources(registry) {
  register_resource(registry, 'operations', 'lab', (resource) => resource
    .record(Sample).id('samples').title('Samples').api_base('/api/v1/lab').record_title_attribute('code')
    .table((table) => table.columns((column) => [column.text('code')]).create())
    .form((form) => form.fields((field) => [field.text('code'), ...MARKS.map((name) => field.number(name))])))
}

export function register_routes(routes, { db }) {
  routes.records('/samples/{id}', table_store(db, 'lab_samples', Sample, { sort: ['code'], filter: ['code'] }))
}
`

const MIGRATION = `
export const up = (db) => db.schema.createTable('lab_samples', (table) => {
  table.increments('id')
  table.text('code').notNullable().index()
  for (const name of ${JSON.stringify(MARKS)}) table.integer(name)
  table.integer('version').notNullable()
})
export const down = (db) => db.schema.dropTable('lab_samples')
`

const GERMAN = { Samples: 'Proben', Sample: 'Probe', Code: 'Kennung', Oak: 'Eiche', Elm: 'Ulme' }

describe('The lines of an import that have several mistakes', () => {
  const shell = useShell(async () => {
    const files = {
      'package.json': packageJson({ name: 'lab', atrium: { id: 'lab', title: 'Lab' } }),
      'src/index.ts': SOURCE,
      'migrations/0001_samples.ts': MIGRATION,
      'translations/de.json': GERMAN,
    }
    return { plugins: [(await createPluginDirectory(files, { name: 'lab' })).directory] }
  })
  const read = async (locale: string, text: string) => {
    const page = await shell.open('/operations/samples', { locale })
    await page.getByRole('button', { name: /^Import/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(text)
    await dialog.getByRole('button', { name: /^(Next|Weiter)$/ }).click()
    await dialog.getByRole('button', { name: /^(Check the lines|Zeilen prüfen)$/ }).click()
    return { page, dialog, lines: dialog.locator('ol').getByRole('listitem') }
  }

  it('show all of them at once, also beside cells that cannot be read, in the dialog and in the file', async () => {
    const { page, dialog, lines } = await read('de-DE', 'Kennung\tEiche\tUlme\nab\t7\t0\nABCD\tviel\t9\n')
    const [first, second] = [lines.nth(0), lines.nth(1)]
    await first.getByText('Mindestens 4 Zeichen').waitFor()
    await first.getByText('Dies hat nicht das erwartete Format').waitFor()
    await first.getByText('Höchstens 5').waitFor()
    await first.getByText('Mindestens 1', { exact: true }).waitFor()
    await second.getByText('„viel“ ist keine Zahl').waitFor()
    await second.getByText('Höchstens 5').waitFor()
    expect(await second.getByRole('textbox').all()).to.have.length(2)
    expect(await violations(page)).to.deep.equal([])
    const waiting = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Als CSV herunterladen' }).click()
    const file = await readFile(await (await waiting).path(), 'utf8')
    expect(file.split('\r\n')).to.deep.equal([
      '\uFEFFKennung;Eiche;Ulme;Grund',
      'ab;7;0;"Kennung: Mindestens 4 Zeichen\nKennung: Dies hat nicht das erwartete Format\nEiche: Höchstens 5\nUlme: Mindestens 1"',
      'ABCD;viel;9;"Eiche: „viel“ ist keine Zahl.\nUlme: Höchstens 5"',
      '',
    ])
  })

  it('show the first six of very many, and the others on demand', async () => {
    const headings = MARKS.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    const { dialog, lines } = await read('en-US', `Code\t${headings.join('\t')}\nABCD${'\t9'.repeat(MARKS.length)}\n`)
    const more = dialog.getByRole('button', { name: 'and 2 more mistakes' })
    await more.waitFor()
    expect(await lines.first().getByRole('textbox').all()).to.have.length(6)
    await more.click()
    await lines.first().getByRole('textbox', { name: 'Fig, line 2' }).fill('4')
    expect(await lines.first().getByRole('textbox').all()).to.have.length(8)
    await dialog.getByRole('button', { name: 'Show fewer' }).click()
    await more.waitFor()
    await more.click()
    expect(await lines.first().getByRole('textbox', { name: 'Fig, line 2' }).inputValue()).to.equal('4')
  })
})
