import { expect } from 'chai'
import { cp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { packageJson } from '../../helpers/plugin-directory.ts'
import { createTestDirectory } from '../../helpers/test-directory.ts'
import { until } from '../../helpers/until.ts'
import { useBreakage, working } from './use-breakage.ts'

describe('The folder of an active plugin', () => {
  const breakage = useBreakage()
  const folder = () => breakage.fleet.directory

  it('may be deleted: the plugin is reported as missing, and comes back with its folder', async () => {
    await rm(folder(), { recursive: true })
    const status = await until('the loss', async () => {
      const now = await breakage.status()
      return now.state === 'missing' ? now : undefined
    })
    expect(status).to.not.have.property('generation')
    expect(status.diagnostics[0]?.code).to.equal('plugin_missing')
    await breakage.fleet.write({ 'package.json': packageJson(), ...working('two') })
    await breakage.serves('two')
  })

  it('may be renamed, and is served from its new place', async () => {
    const names = breakage.tally()
    const moved = `${folder()}-moved`
    await rename(folder(), moved)
    await writeFile(path.join(moved, 'src/index.ts'), Object.values(working('two'))[0] as string)
    await breakage.serves('two')
    expect(['200 "one"', '200 "two"']).to.include.members([...(await names.stop()).keys()])
  })

  it('may be replaced by a link to another one', async () => {
    const { directory, remove } = await createTestDirectory()
    const names = breakage.tally()
    const elsewhere = path.join(directory, 'anywhere')
    await cp(folder(), elsewhere, { recursive: true })
    await rename(folder(), path.join(directory, 'former'))
    await symlink(elsewhere, folder(), 'dir')
    await breakage.fleet.write(working('two'))
    await breakage.serves('two')
    await breakage.fleet.write(working('three'))
    await breakage.serves('three')
    expect(['200 "one"', '200 "two"', '200 "three"']).to.include.members([...(await names.stop()).keys()])
    await remove()
  })
})

describe('A plugin that writes into its own folder', () => {
  const writing = (name: string) => ({
    'src/index.ts': `
import { appendFileSync, mkdirSync } from 'node:fs'
const write = () => {
  mkdirSync(new URL('../data/', import.meta.url), { recursive: true })
  for (const file of ['../fleet.log', '../data/vans.json', './cache.json', './state.ts'])
    appendFileSync(new URL(file, import.meta.url), '// ${name}\\n')
}
write()
export const setup = ({ every }) => { write(); every(10, write) }
export const register_routes = (routes) => routes.get('/name', {}, () => { write(); return '${name}' })
`,
  })
  const breakage = useBreakage({ files: writing('one') })

  it('is not reloaded because of that, whatever the file is called', async () => {
    await breakage.serves('one')
    await pause(400)
    expect((await breakage.status()).generation).to.equal(1)
    await breakage.replace(writing('two'))
    await pause(400)
    expect((await breakage.status()).generation).to.be.lessThan(4)
  })

  it('is not reloaded over and over if it also fails', async () => {
    const failing = { 'src/index.ts': `${writing('two')['src/index.ts']}\nthrow new Error('no vans')` }
    await breakage.fleet.write(failing)
    await breakage.failed('load_failed')
    const loads = () => breakage.logged.filter(({ code }) => code === 'load_failed').length
    // A busy machine may notice one save twice; a plugin that is reloaded over and over never comes to rest.
    await until('half a second without a load', async () => {
      const before = loads()
      await pause(500)
      return loads() === before
    })
    await breakage.fleet.write(writing('three'))
    await breakage.serves('three')
  })
})
