import { rename, rm, symlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { watchPluginDirectories } from '../../../../../host/plugins/supervise/watching/watch-plugin-directories.ts'
import { createPluginDirectory } from '../../../../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../../../../helpers/plugin-directory.ts'

const settle = () => sleep(250)

async function watched(root: PluginDirectory, folder = 'plugins') {
  const seen: string[] = []
  const watch = watchPluginDirectories([root.path(folder)], {
    onChange: (folders) => seen.push(...folders),
    onError: (error) => expect.fail(String(error)),
  })
  await watch.ready
  /** Waits until this many folders are reported, because a busy machine reports those of one change in turn. Then returns all that were. */
  const next = async (count = 1) => {
    while (new Set(seen).size < count) await sleep(5)
    await settle()
    return [...new Set(seen.splice(0))]
  }
  const reported = async (...folders: string[]) => {
    while (!folders.every((folder) => seen.includes(folder))) await sleep(5)
    await settle()
    seen.length = 0
  }
  return { seen, next, reported, [Symbol.asyncDispose]: () => watch.close() }
}

describe('watchPluginDirectories', () => {
  it('reports plugin folders that appear, are renamed or disappear', async () => {
    await using root = await createPluginDirectory({ plugins: null })
    await using one = await watched(root)
    await root.write({ 'plugins/fleet/package.json': '{}', 'plugins/fleet/src/index.ts': '' })
    expect(await one.next()).to.deep.equal([root.path('plugins/fleet')])
    await root.rename('plugins/fleet', 'plugins/ships')
    expect(await one.next(2)).to.have.members([root.path('plugins/fleet'), root.path('plugins/ships')])
    await root.remove('plugins/ships')
    expect(await one.next()).to.deep.equal([root.path('plugins/ships')])
  })

  it('reports a package.json that appears, changes or disappears in a folder', async () => {
    await using root = await createPluginDirectory({ 'plugins/fleet/src/index.ts': '' })
    await using one = await watched(root)
    await root.write({ 'plugins/fleet/package.json': '{' })
    expect(await one.next()).to.deep.equal([root.path('plugins/fleet')])
    await root.write({ 'plugins/fleet/package.json': '{}' })
    expect(await one.next()).to.deep.equal([root.path('plugins/fleet')])
    await root.remove('plugins/fleet/package.json')
    expect(await one.next()).to.deep.equal([root.path('plugins/fleet')])
  })

  it('ignores everything else', async () => {
    await using root = await createPluginDirectory({ 'plugins/fleet/package.json': '{}' })
    await using one = await watched(root)
    await root.write({
      'other/x/package.json': '{}',
      'plugins/.cache/package.json': '{}',
      'plugins/node_modules/koa/package.json': '{}',
      'plugins/fleet/src/index.ts': '',
      'plugins/fleet/src/package.json': '{}',
      'plugins/fleet/node_modules/dep/package.json': '{}',
    })
    await settle()
    expect(one.seen).to.deep.equal([])
  })

  it('watches linked plugins', async () => {
    await using root = await createPluginDirectory({ plugins: null, 'real/package.json': '{}' })
    await using one = await watched(root)
    await symlink(root.path('real'), root.path('plugins/linked'), 'dir')
    expect(await one.next()).to.deep.equal([root.path('plugins/linked')])
    await rm(root.path('plugins/linked'))
    expect(await one.next()).to.deep.equal([root.path('plugins/linked')])
  })

  it('follows a plugin directory that is itself a link', async () => {
    await using root = await createPluginDirectory({ 'real/fleet/src': null })
    await symlink(root.path('real'), root.path('plugins'), 'dir')
    await using one = await watched(root)
    await root.write({ 'real/fleet/package.json': '{}' })
    expect(await one.next()).to.deep.equal([root.path('real/fleet')])
  })

  it('waits for a plugin directory that does not exist yet, even if its parent does not', async () => {
    await using root = await createPluginDirectory()
    await using one = await watched(root, 'to/come')
    await root.write({ 'to/come/fleet/package.json': '{}' })
    await one.reported(root.path('to/come/fleet'))
    await rename(root.path('to'), root.path('gone'))
    await one.reported(root.path('to/come/fleet'))
    await root.write({ 'to/come/ships/package.json': '{}' })
    await one.reported(root.path('to/come/ships'))
  })

  it('sees everything in a tree that is made while its directories are read', async () => {
    await using root = await createPluginDirectory()
    await using one = await watched(root, 'to/come')
    const folders = Array.from({ length: 20 }, (_, index) => `to/come/fleet-${index}`)
    for (const folder of folders) await root.write({ [`${folder}/package.json`]: '{}' })
    await one.reported(...folders.map((folder) => root.path(folder)))
    for (const folder of folders) await root.write({ [`${folder}/package.json`]: '{ }' })
    await one.reported(...folders.map((folder) => root.path(folder)))
  })
})
