import path from 'node:path'
import { expect } from 'chai'
import { runAtrium } from '../helpers/run-atrium.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { ITEMS, useTemplateHost } from './template-host.ts'

describe('atrium backup and atrium restore', () => {
  const template = useTemplateHost()
  let folder: string
  let remove: () => Promise<void>
  before(async () => ({ directory: folder, remove } = await createTestDirectory()))
  after(() => remove())

  const atrium = (args: readonly string[], dataDir: string) =>
    runAtrium(args, { cwd: folder, env: { ATRIUM_DATA_DIR: dataDir } })

  it('back up a host that runs, and restore it elsewhere, as people and programs read it', async () => {
    await template.create({ name: 'Brass hinge' })
    const { dataDir } = template.host
    const written = await atrium(['backup', 'atrium.backup', '--json'], dataDir)
    expect(written.json()).to.deep.include({ file: path.join(folder, 'atrium.backup'), database: 'sqlite' })
    expect(written.code).to.equal(0)

    const refused = await atrium(['restore', 'atrium.backup'], dataDir)
    expect([refused.code, refused.stdout]).to.deep.equal([1, ''])
    expect(refused.stderr).to.equal(
      `error  A host is running on the data directory [${dataDir}]. Stop it first, or set ATRIUM_DATA_DIR to another directory.\n`,
    )
    expect((await template.ask(ITEMS)).status).to.equal(200)

    const elsewhere = path.join(folder, 'elsewhere')
    const keyless = await atrium(['restore', 'atrium.backup', '--json'], elsewhere)
    expect(keyless.json<{ error: { code: string } }>().error.code).to.equal('backup_key_missing')
    const restored = await atrium(['restore', 'atrium.backup', '--without-key'], elsewhere)
    expect(restored.stdout).to.match(
      /^Restored \[.*atrium\.backup\] of .* UTC, with 0 files\.\nStart the host: atrium start\n$/,
    )
  })
})
