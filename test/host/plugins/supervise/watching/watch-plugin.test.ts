import { appendFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { loadGeneration } from '../../../../../host/plugins/generation/load-generation.ts'
import { watchPlugin } from '../../../../../host/plugins/supervise/watching/watch-plugin.ts'
import type {
  PluginChange,
  PluginWatch,
  WatchOptions,
} from '../../../../../host/plugins/supervise/watching/watch-plugin.ts'
import { createPluginDirectory } from '../../../../helpers/plugin-directory.ts'
import { until } from '../../../../helpers/until.ts'
import type { PluginDirectory, PluginFiles } from '../../../../helpers/plugin-directory.ts'

const files = {
  'src/index.ts': "export * from './part.ts'",
  'src/part.ts': 'export const value = () => 1',
  'src/unused.ts': 'export {}',
}
const bundled = ['src/index.ts', 'src/part.ts']

/** Covers an event and the debounce, so that silence for this long means that nothing will follow. */
const settle = () => sleep(250)

interface Watched extends AsyncDisposable {
  plugin: PluginDirectory
  watch: PluginWatch
  changes: PluginChange[]
  /** Waits for the next change, then until no further change is reported. */
  next: () => Promise<PluginChange>
  /** Waits until the directory is reported as removed. A busy machine may report changes of its files first. */
  removed: () => Promise<void>
  /** Waits until the file is reported, then until no further change is: a busy machine may report one save twice. */
  reported: (file: string) => Promise<void>
}

async function watched(options: Partial<WatchOptions> = {}, more: PluginFiles = {}): Promise<Watched> {
  const plugin = await createPluginDirectory({ ...files, ...more })
  const changes: PluginChange[] = []
  const watch = watchPlugin(plugin, {
    files: bundled.map(plugin.path),
    onChange: (change) => changes.push(change),
    onError: (error) => expect.fail(String(error)),
    ...options,
  })
  await watch.ready
  const next = async () => {
    while (changes.length === 0) await sleep(5)
    await settle()
    return changes.shift()!
  }
  const removed = async () => {
    await until('its removal', () => changes.some(({ kind }) => kind === 'removed'))
    await settle()
    expect(changes.at(-1)?.kind).to.equal('removed')
  }
  const reported = async (file: string) => {
    await until(`a report of ${file}`, () => changes.some((change) => change.files.includes(file)))
    await settle()
    changes.length = 0
  }
  const dispose = async () => {
    await watch.close()
    await plugin[Symbol.asyncDispose]()
  }
  return { plugin, watch, changes, next, removed, reported, [Symbol.asyncDispose]: dispose }
}

describe('watchPlugin', () => {
  it('reports a change of a file that the bundle read', async () => {
    await using one = await watched()
    await one.plugin.write({ 'src/part.ts': 'export const value = () => 2' })
    const change = { kind: 'changed', files: [one.plugin.path('src/part.ts')] }
    expect(await one.next()).to.deep.equal(change)
    // A busy machine may report one save twice.
    for (const more of one.changes) expect(more).to.deep.equal(change)
  })

  it('reports package.json, tsconfig.json, screens below ui, and new migrations', async () => {
    await using one = await watched()
    for (const file of ['package.json', 'tsconfig.json', 'ui/dashboards/fleet.json', 'migrations/0001_items.ts']) {
      await one.plugin.write({ [file]: '{ }' })
      await one.reported(one.plugin.path(file))
    }
  })

  it('ignores other files, such as a log that the plugin writes, dotfiles and node_modules', async () => {
    await using one = await watched({}, { 'node_modules/dep/index.js': '', 'fleet.log': '' })
    await appendFile(one.plugin.path('fleet.log'), 'a line\n')
    await one.plugin.write({
      'new.log': '',
      'src/unused.ts': '',
      'src/.index.ts.swp': '',
      '.git/HEAD': '',
      'node_modules/dep/index.js': '1',
    })
    await settle()
    expect(one.changes).to.deep.equal([])
  })

  it('makes one call for a burst of saves, and only after 60 ms of silence', async () => {
    const begun = performance.now()
    const calls: number[] = []
    await using one = await watched({ onChange: () => calls.push(performance.now() - begun) })
    for (let number = 1; number <= 20; number += 1) {
      await one.plugin.write({ 'src/part.ts': `export const value = () => ${number}` })
    }
    await until('the first call', () => calls.length > 0)
    await settle()
    // A slow machine spreads the burst over more time. Timers may fire a fraction of a millisecond early.
    expect(calls.length).to.be.at.most((calls.at(-1) ?? 0) / 59)
  })

  it('notices every way in which editors save', async () => {
    await using one = await watched()
    for (const text of ['1', '2', '3']) {
      await one.plugin.writeAtomically('src/part.ts', text)
      await one.reported(one.plugin.path('src/part.ts'))
      await one.plugin.remove('src/part.ts')
      await one.plugin.write({ 'src/part.ts': text })
      await one.reported(one.plugin.path('src/part.ts'))
    }
  })

  it('reports a file that is deleted or renamed', async () => {
    await using one = await watched()
    await one.plugin.rename('src/part.ts', 'src/piece.ts')
    expect(await one.next()).to.deep.equal({ kind: 'changed', files: [one.plugin.path('src/part.ts')] })
  })

  it('reports a directory that is deleted or renamed as removed', async () => {
    await using one = await watched()
    await one.plugin.remove('.')
    await one.removed()
    await using other = await watched()
    await other.plugin.rename('.', '../renamed')
    await other.removed()
  })

  it('follows the files that the latest load read, and no others', async () => {
    await using one = await watched()
    one.watch.follow([one.plugin.path('src/unused.ts')])
    await one.plugin.write({ 'src/part.ts': '' })
    await settle()
    expect(one.changes).to.deep.equal([])
    await one.plugin.write({ 'src/unused.ts': '' })
    await one.reported(one.plugin.path('src/unused.ts'))
  })

  it('follows files outside the directory, however they are saved, but not their neighbours', async () => {
    await using library = await createPluginDirectory(
      { 'index.ts': '1', 'other.ts': '1', 'deep/x.ts': '1' },
      { name: 'library' },
    )
    await using one = await watched()
    one.watch.follow([library.path('index.ts')])
    await settle()
    for (const text of ['2', '3']) {
      await library.remove('index.ts')
      await sleep(5)
      await library.write({ 'index.ts': text })
      await one.reported(library.path('index.ts'))
      await library.writeAtomically('index.ts', text)
      await one.reported(library.path('index.ts'))
    }
    await library.write({ 'other.ts': '2', 'deep/x.ts': '2' })
    await settle()
    const files = one.changes.flatMap((change) => change.files)
    expect(files).not.to.include.members([library.path('other.ts')])
    expect(files).not.to.include.members([library.path('deep/x.ts')])
  })

  it('treats a change of any file as a repair after a failed load', async () => {
    await using one = await watched({ failed: true })
    await sleep(20)
    for (const file of ['src/missing.ts', 'data/prices.csv', 'src/unused.ts']) {
      await one.plugin.write({ [file]: 'repaired' })
      await one.reported(one.plugin.path(file))
    }
    one.watch.follow(bundled.map(one.plugin.path))
    await one.plugin.write({ 'src/unused.ts': 'again' })
    await settle()
    expect(one.changes).to.deep.equal([])
  })

  it('does not treat files written by the failing load itself as a repair', async () => {
    await using one = await watched({}, { 'fleet.log': '' })
    await appendFile(one.plugin.path('fleet.log'), 'loading failed\n')
    await sleep(1)
    one.watch.follow(bundled.map(one.plugin.path), { failed: true })
    await settle()
    expect(one.changes).to.deep.equal([])
  })

  it('misses no change or deletion between the load and the start of the watch', async () => {
    for (const edit of ['write', 'remove'] as const) {
      await using plugin = await createPluginDirectory(files)
      await sleep(20)
      const since = Date.now()
      const { files: read } = await loadGeneration(await plugin.manifest())
      await sleep(20)
      await (edit === 'write' ? plugin.write({ 'src/part.ts': 'export {}' }) : plugin.remove('src/part.ts'))
      let watch: PluginWatch | undefined
      const change = await new Promise<PluginChange>((resolve, reject) => {
        watch = watchPlugin(plugin, { files: read, since, onError: reject, onChange: resolve })
      })
      await watch?.close()
      expect(change).to.deep.equal({ kind: 'changed', files: [plugin.path('src/part.ts')] })
    }
  })

  it('reports nothing if nothing has changed since the load', async () => {
    await using one = await watched()
    one.watch.follow(bundled.map(one.plugin.path))
    await settle()
    expect(one.changes).to.deep.equal([])
  })

  it('reports nothing after it is closed', async () => {
    await using one = await watched()
    await one.plugin.write({ 'src/part.ts': '2' })
    await one.watch.close()
    const before = one.changes.length
    await one.plugin.write({ 'src/part.ts': '3' })
    await settle()
    expect(one.changes).to.have.length(before)
  })

  it('reports a save only once the file is complete', async () => {
    await using one = await watched()
    for (let number = 2; number <= 6; number += 1) {
      await one.plugin.write({ 'src/part.ts': `export const value = () => ${number}` })
      await one.next()
      const { exports } = await loadGeneration(await one.plugin.manifest())
      expect((exports.value as () => number)()).to.equal(number)
    }
  })

  it('continues when its directory is removed and recreated, immediately or later', async () => {
    await using one = await watched()
    const index = one.plugin.path('src/index.ts')
    for (const pause of [0, 400]) {
      await rm(one.plugin.directory, { recursive: true })
      await sleep(pause)
      await one.plugin.write({ 'package.json': {}, ...files })
      await until('a report of its return', () => one.changes.some(({ kind }) => kind === 'changed'))
      await settle()
      one.changes.length = 0
      await one.plugin.write({ 'src/index.ts': `export const value = ${pause}` })
      await one.reported(index)
    }
  })

  it('does not treat files that the plugin wrote while it worked as a repair after it fails', async () => {
    await using one = await watched()
    await one.plugin.write({ 'vans.json': '[]' })
    await settle()
    await appendFile(one.plugin.path('vans.json'), ' ')
    await settle()
    one.watch.follow(bundled.map(one.plugin.path), { failed: true })
    await settle()
    one.changes.length = 0
    await appendFile(one.plugin.path('vans.json'), ' ')
    await settle()
    expect(one.changes).to.deep.equal([])
    await one.plugin.write({ 'other.json': '[]' })
    await one.reported(one.plugin.path('other.json'))
  })

  it('reports a file that a failed load was missing even if it appears while the watch is starting', async () => {
    await using plugin = await createPluginDirectory({ 'src/index.ts': "import './part.ts'" })
    const changes: string[] = []
    const onChange = (change: PluginChange) => changes.push(...change.files)
    const options = { files: [plugin.path('src/index.ts')], failed: true, onChange, onError: () => undefined }
    const since = Date.now()
    await sleep(20)
    await plugin.write({ 'src/part.ts': '' })
    const watch = watchPlugin(plugin, { ...options, since })
    await until('the report', () => changes.includes(plugin.path('src/part.ts')))
    await watch.close()
  })

  it('reports a package.json that goes while the watch is starting, unless the load has failed: it may have failed for that', async () => {
    await using plugin = await createPluginDirectory({ 'src/index.ts': '' })
    await sleep(20)
    const since = Date.now()
    await sleep(20)
    await plugin.remove('package.json')
    const watched = (failed: boolean, onChange: () => void) =>
      watchPlugin(plugin, { files: [plugin.path('src/index.ts')], failed, since, onChange, onError: () => undefined })
    let [reports, others] = [0, 0]
    const failing = watched(true, () => (others += 1))
    await failing.ready
    const watch = watched(false, () => (reports += 1))
    await until('the report', () => reports > 0)
    expect(others).to.equal(0)
    await Promise.all([watch.close(), failing.close()])
  })

  it('reports such a file even if another change is reported before the watch has started', async () => {
    // Many files, so that the watch takes longer to start than a change takes to be reported.
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`src/parts/part${at}.ts`, '']))
    await using plugin = await createPluginDirectory({ ...many, 'src/index.ts': "import './part.ts'" })
    const changes: string[] = []
    const onChange = (change: PluginChange) => changes.push(...change.files)
    const options = { files: [plugin.path('src/index.ts')], failed: true, onChange, onError: () => undefined }
    const since = Date.now()
    await sleep(20)
    await plugin.write({ 'src/index.ts': "import './part.ts' // again", 'src/part.ts': '' })
    const watch = watchPlugin(plugin, { ...options, since })
    await until('the report', () => changes.includes(plugin.path('src/part.ts')))
    expect(changes[0]).to.equal(plugin.path('src/index.ts'))
    await watch.close()
  })
})
