import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { renameTemplate, pluginNames, readTemplate } from '../../../host/cli/create/template.ts'
import { pluginFiles, useProject } from './project.ts'

describe('atrium plugins create', function () {
  this.timeout(60_000)
  const project = useProject()
  const { atrium, write } = project

  const plugins = () => readdir(path.join(project.directory, 'plugins'))

  /** All files below the plugin's folder: their paths and what is in them. */
  async function textOf(id: string): Promise<string> {
    const folder = path.join(project.directory, 'plugins', id)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    return files.map((file, index) => `${path.relative(folder, file)}\n${texts[index]}`).join('\n')
  }

  it('makes a plugin that passes its check, and says what comes next', async () => {
    const { code, stdout } = await atrium(['plugins', 'create', 'repair-shop'])
    expect(code).to.equal(0)
    expect(stdout).to.include('Activate it by: atrium plugins activate repair-shop')
    expect(stdout).to.include('Test it by: npm test -- plugins/repair-shop/test/items.test.ts')
    const check = await atrium(['plugins', 'check', 'repair-shop'])
    expect(check.stdout).to.equal('repair-shop 1.0.0 in plugins/repair-shop: no errors\n')
    expect(check.code).to.equal(0)
  })

  it('leaves no name of the template in it', async () => {
    const text = await textOf('repair-shop')
    expect(text).not.to.match(/template/i)
    expect(text).not.to.match(/\.id\('items'\)|'0001_items'|Examples/)
  })

  it('gives all its things names of their own', async () => {
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

  it('puts the screens into the panel that is named', async () => {
    const { code } = await atrium(['plugins', 'create', 'leads', '--panel', 'sales'])
    expect(code).to.equal(0)
    const text = await textOf('leads')
    expect(text).to.include("register_resource(registry, 'sales', 'leads'")
    expect(text).to.include("panels = [{ id: 'sales'")
    expect(text).to.include('panels/sales/modules/leads')
    expect((await atrium(['plugins', 'check', 'leads'])).code).to.equal(0)
  })

  it('works in a folder below the project, and tells programs what it wrote', async () => {
    const run = await atrium(['plugins', 'create', 'tools', '--json'], { cwd: 'plugins/leads/src' })
    const { plugin, directory, files } = run.json<{ plugin: string; directory: string; files: string[] }>()
    expect([plugin, directory]).to.deep.equal(['tools', path.join(project.directory, 'plugins/tools')])
    for (const file of files) expect((await stat(path.join(directory, file))).isFile(), file).to.equal(true)
  })

  const refused = [
    ['an id that is none', ['Fleet_2'], 2, 'Write it as: atrium plugins create fleet-2'],
    ['a reserved id', ['docs'], 2, '/api/v1/docs belongs to the platform'],
    ['a folder that is there', ['leads'], 1, 'already; nothing was written'],
    ['a panel that is not there', ['cars', '--panel', 'sale'], 2, 'Did you mean [sales]?'],
    ['a panel that is disabled', ['cars', '--panel', 'closed'], 2, 'There is no panel [closed]'],
    ['no name', [], 2, "missing required argument 'name'"],
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

  it('refuses an id that another folder has taken', async () => {
    const files = pluginFiles('garage')
    await write({
      'plugins/elsewhere/package.json': files['plugins/garage/package.json']!,
      'plugins/elsewhere/src/index.ts': '',
    })
    const { code, stderr } = await atrium(['plugins', 'create', 'garage', '--json'])
    expect([code, stderr]).to.deep.equal([1, ''])
    const run = await atrium(['plugins', 'create', 'garage'])
    expect(run.stderr).to.include('The plugin in [plugins/elsewhere] has the id [garage] already.')
  })

  it('says so where the template is not there', async () => {
    const missing = path.join(project.directory, 'no-template')
    const error = await readTemplate(missing).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'template_missing' })
  })

  it('says so where the template has changed and the names are not all found', () => {
    const make = () => renameTemplate(new Map([['src/index.ts', '']]), pluginNames('fleet', { panel: 'operations' }))
    expect(make).to.throw().with.include({ code: 'template_changed' })
  })
})
