import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { renameTemplate, pluginNames, readTemplate } from '../../../host/cli/create/template.ts'
import { pluginFiles, useProject } from './project.ts'

const execute = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../..')

describe('atrium plugins create', () => {
  const project = useProject()
  const { atrium, write } = project

  const plugins = () => readdir(path.join(project.directory, 'plugins'))

  /** Paths and contents of all files in the plugin's folder. */
  async function textOf(id: string): Promise<string> {
    const folder = path.join(project.directory, 'plugins', id)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    return files.map((file, index) => `${path.relative(folder, file)}\n${texts[index]}`).join('\n')
  }

  it('creates a plugin that passes the check, and prints the next steps', async () => {
    const { code, stdout } = await atrium(['plugins', 'create', 'repair-shop'])
    expect(code).to.equal(0)
    expect(stdout).to.include('Activate it with: atrium plugins activate repair-shop')
    // The project is outside of the repository, whose packages Node does not find from there.
    const folder = path.join(project.directory, 'plugins', 'repair-shop')
    expect(stdout).to.include(`Test it with: npm install --prefix ${folder} --no-save ${ROOT}/sdk ${ROOT}/host`)
    expect(stdout).to.include(` npm --prefix ${ROOT} test -- ${folder}/test/items.test.ts`)
    const check = await atrium(['plugins', 'check', 'repair-shop'])
    expect(check.stdout).to.equal('repair-shop 1.0.0 in plugins/repair-shop: no errors\n')
    expect(check.code).to.equal(0)
  })

  it('comes with a tsconfig.json by which its types are right', async () => {
    expect(await textOf('repair-shop')).to.include('tsconfig.json\n')
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout } = await execute(process.execPath, [tsc, '-p', path.join(ROOT, 'plugins/template')])
    expect(stdout).to.equal('')
  })

  it('leaves no name of the template behind', async () => {
    const text = await textOf('repair-shop')
    expect(text).not.to.match(/template/i)
    expect(text).not.to.match(/\.id\('items'\)|'0001_items'|Examples/)
  })

  it('renames everything in the plugin', async () => {
    const text = await textOf('repair-shop')
    for (const name of [
      '"name": "atrium-plugin-repair-shop"',
      '"id": "repair-shop"',
      '"title": "Repair shop"',
      ".id('repair-shop-items')",
      ".title('Repair shop items')",
      ".module_path('repair-shop')",
      ".api_base('/api/v1/repair-shop')",
      "table_store(db, 'repair_shop_items'",
      "createTable('repair_shop_items'",
      "'repair-shop.info.view'",
      'migrations/0001_repair_shop_items.ts',
      '/api/v1/repair-shop/items',
      'panels/operations/modules/repair-shop/manifest',
    ])
      expect(text, name).to.include(name)
  })

  it('leaves texts with its name untranslated, and keeps the other translations', async () => {
    const file = path.join(project.directory, 'plugins/repair-shop/translations/de.json')
    const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    const own = ['Repair shop', 'Repair shop items', 'Repair shop, as an administrative plugin.']
    for (const text of own) expect(texts, text).to.have.property(text, text)
    expect(texts).to.include({ 'New item': 'Neuer Artikel', Notes: 'Notizen' })
    expect(JSON.stringify(texts)).not.to.match(/Vorlage|kleinste/)
  })

  it('puts the screens into the given panel', async () => {
    const { code } = await atrium(['plugins', 'create', 'leads', '--panel', 'sales'])
    expect(code).to.equal(0)
    const text = await textOf('leads')
    expect(text).to.include("register_resource(registry, 'sales', 'leads'")
    expect(text).to.include("panels = [{ id: 'sales'")
    expect(text).to.include('panels/sales/modules/leads')
    expect((await atrium(['plugins', 'check', 'leads'])).code).to.equal(0)
  })

  it('works in a subfolder of the project, and prints the written files as JSON', async () => {
    const run = await atrium(['plugins', 'create', 'tools', '--json'], { cwd: 'plugins/leads/src' })
    const { plugin, directory, files } = run.json<{ plugin: string; directory: string; files: string[] }>()
    expect([plugin, directory]).to.deep.equal(['tools', path.join(project.directory, 'plugins/tools')])
    for (const file of files) expect((await stat(path.join(directory, file))).isFile(), file).to.equal(true)
  })

  const refused = [
    ['an invalid id', ['Fleet_2'], 2, 'Write it as: atrium plugins create fleet-2'],
    ['a reserved id', ['docs'], 2, '/api/v1/docs belongs to the platform'],
    ['an existing folder', ['leads'], 1, 'already exists; nothing was written'],
    ['an unknown panel', ['cars', '--panel', 'sale'], 2, 'Did you mean [sales]?'],
    ['a disabled panel', ['cars', '--panel', 'closed'], 2, 'There is no panel [closed]'],
    ['a missing name', [], 2, "missing required argument 'name'"],
  ] as const
  for (const [what, args, code, words] of refused) {
    it(`refuses ${what}, and writes nothing`, async () => {
      const before = await plugins()
      const run = await atrium(['plugins', 'create', ...args])
      expect(run.stderr).to.include(words)
      expect([run.code, run.stdout]).to.deep.equal([code, ''])
      expect(await plugins()).to.deep.equal(before)
    })
  }

  it('refuses an id that another folder already uses', async () => {
    const files = pluginFiles('garage')
    await write({
      'plugins/elsewhere/package.json': files['plugins/garage/package.json']!,
      'plugins/elsewhere/src/index.ts': '',
    })
    const { code, stderr } = await atrium(['plugins', 'create', 'garage', '--json'])
    expect([code, stderr]).to.deep.equal([1, ''])
    const run = await atrium(['plugins', 'create', 'garage'])
    expect(run.stderr).to.include('The plugin in [plugins/elsewhere] already has the id [garage].')
  })

  it('reports a missing template', async () => {
    const missing = path.join(project.directory, 'no-template')
    const error = await readTemplate(missing).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'template_missing' })
  })

  it('reports a changed template in which a name is no longer found', () => {
    const make = () => renameTemplate(new Map([['src/index.ts', '']]), pluginNames('fleet', { panel: 'operations' }))
    expect(make).to.throw().with.include({ code: 'template_changed' })
  })
})
