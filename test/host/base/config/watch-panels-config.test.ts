import { rename, rm, writeFile } from 'node:fs/promises'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import { readPanelsConfig, watchPanelsConfig } from '../../../../host/base/config/index.ts'
import type { PanelsConfig } from '../../../../host/base/config/index.ts'
import type { Diagnostic } from '@atrium/sdk/documents'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

const withPanel = (id: string) => JSON.stringify({ panels: [{ id, title: id }] })

describe('watching panels.config.json', () => {
  let file: string
  let events: EventEmitter
  let undo: (() => Promise<void>)[]
  beforeEach(async () => {
    const { directory, remove } = await createTestDirectory()
    file = join(directory, 'panels.config.json')
    events = new EventEmitter()
    undo = [remove]
    await writeFile(file, withPanel('first'))
  })
  afterEach(async () => {
    for (const run of undo.reverse()) await run()
  })

  const start = (current?: PanelsConfig) => {
    const stop = watchPanelsConfig(file, {
      current,
      onChange: (config) => void events.emit('change', config),
      onInvalid: (findings) => void events.emit('invalid', findings),
      onError: (error) => void events.emit('failure', error),
    })
    undo.push(stop)
    return stop
  }
  const changed = async () => ((await once(events, 'change')) as [PanelsConfig])[0].panels.map(({ id }) => id)
  const invalid = async () => ((await once(events, 'invalid')) as [Diagnostic[]])[0]

  it('reports the present content first, then each change', async () => {
    start()
    expect(await changed()).to.deep.equal(['first'])
    await writeFile(file, withPanel('second'))
    expect(await changed()).to.deep.equal(['second'])
  })

  it('reports only what differs from the current configuration', async () => {
    start((await readPanelsConfig(file)).config)
    await writeFile(file, withPanel('second'))
    expect(await changed()).to.deep.equal(['second'])
  })

  it('reports a change that happened between reading and watching', async () => {
    const { config } = await readPanelsConfig(file)
    await writeFile(file, withPanel('second'))
    start(config)
    expect(await changed()).to.deep.equal(['second'])
  })

  it('reports invalid content, and the old content when it is restored', async () => {
    start()
    await changed()
    await writeFile(file, '{ "panels": [')
    expect((await invalid())[0]).to.include({ code: 'panels_config_invalid' })
    await writeFile(file, withPanel('first'))
    expect(await changed()).to.deep.equal(['first'])
  })

  it('continues when the file is replaced, as many editors do', async () => {
    start()
    await changed()
    await writeFile(`${file}.new`, withPanel('second'))
    await rename(`${file}.new`, file)
    expect(await changed()).to.deep.equal(['second'])
  })

  it('continues when the file is removed and created again', async () => {
    start()
    await changed()
    await rm(file)
    expect((await invalid())[0]).to.include({ code: 'panels_config_unreadable' })
    await writeFile(file, withPanel('second'))
    expect(await changed()).to.deep.equal(['second'])
  })

  it('waits for a file that does not exist yet', async () => {
    await rm(file)
    start()
    expect((await invalid())[0]).to.include({ code: 'panels_config_unreadable' })
    await writeFile(file, withPanel('first'))
    expect(await changed()).to.deep.equal(['first'])
  })

  it('reports nothing after it was stopped', async () => {
    const stop = start()
    await changed()
    await stop()
    events.on('change', () => expect.fail('a change was told'))
    await writeFile(file, withPanel('second'))
    const other = new Promise<void>((resolve) => {
      undo.push(
        watchPanelsConfig(file, { onChange: () => resolve(), onInvalid: () => resolve(), onError: () => resolve() }),
      )
    })
    await other
  })
})
