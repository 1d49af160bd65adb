import { expect } from 'chai'
import { driftOf } from '../../../../host/core/hosts/index.ts'

const FLEET = { id: 'fleet', version: '1.0.0', state: 'active', content: 'a1' }
const HOST = { name: 'one:3000', version: '1.2.0', is_ready: true, keys: ['k1'], plugins: [FLEET] }
const OTHER = { ...HOST, name: 'two:3000' }
const THIRD = { ...HOST, name: 'three:3000' }

const messages = (...given: Parameters<typeof driftOf>) => driftOf(...given).map(({ code, message }) => [code, message])

describe('The drift of a host', () => {
  it('is nothing among hosts that are alike, or alone', () => {
    expect(driftOf(HOST, [])).to.deep.equal([])
    expect(driftOf(HOST, [OTHER, THIRD])).to.deep.equal([])
  })

  it('names others that differ alike in one sentence', () => {
    const old = { version: '1.1.0' }
    expect(
      messages(HOST, [
        { ...OTHER, ...old },
        { ...THIRD, ...old },
      ]),
    ).to.deep.equal([['atrium_version', 'Atrium is [1.2.0] here and [1.1.0] on [two:3000], [three:3000].']])
  })

  it('says whose secrets cannot be opened where, and nothing while keys are rotated as they should', () => {
    expect(messages(HOST, [{ ...OTHER, keys: ['k2', 'k1'] }])).to.deep.equal([
      ['secret_key', 'Secrets that are entered on [two:3000] cannot be opened here: ATRIUM_SECRET_KEY differs.'],
    ])
    expect(driftOf({ ...HOST, keys: ['k1', 'k2'] }, [{ ...OTHER, keys: ['k2', 'k1'] }])).to.deep.equal([])
  })

  it('says whose files cannot be read where: in other folders, or in a bucket', () => {
    const files = (place: 'bucket' | 'folder', ...without: string[]) => ({ files: { place, without } })
    const codes = (host: object, other: object) =>
      driftOf({ ...HOST, ...host }, [{ ...OTHER, ...other }]).map(({ code }) => code)
    expect(codes(files('folder'), files('folder'))).to.deep.equal([])
    expect(codes(files('bucket'), files('bucket'))).to.deep.equal([])
    expect(codes(files('folder', 'two:3000'), files('folder'))).to.deep.equal(['files_apart'])
    expect(codes(files('folder'), files('folder', 'one:3000'))).to.deep.equal(['files_apart'])
    expect(codes(files('folder'), files('bucket'))).to.deep.equal(['files_apart'])
    expect(codes(files('folder', 'two:3000'), {})).to.deep.equal([])
  })

  it('compares plugins that one of them serves: whether, which version, which files', () => {
    const withFleet = (fleet: object) => ({ ...OTHER, plugins: [{ ...FLEET, ...fleet }] })
    expect(messages(HOST, [{ ...OTHER, plugins: [] }])).to.deep.equal([
      ['plugin_state', 'The plugin [fleet] is [active] here and [not installed] on [two:3000].'],
    ])
    expect(messages(withFleet({ state: 'failed' }), [HOST])).to.deep.equal([
      ['plugin_state', 'The plugin [fleet] is [failed] here and [active] on [one:3000].'],
    ])
    expect(messages(HOST, [withFleet({ version: '1.1.0', content: 'b2' })])).to.deep.equal([
      ['plugin_version', 'The plugin [fleet] is [1.0.0] here and [1.1.0] on [two:3000].'],
    ])
    expect(messages(HOST, [withFleet({ content: 'b2' })])).to.deep.equal([
      ['plugin_content', 'The plugin [fleet] has the version [1.0.0] here and on [two:3000], but other files.'],
    ])
  })

  it('is not known of plugins that are being loaded, or before a host has tried to load them', () => {
    const loading = { ...OTHER, plugins: [{ id: 'fleet', version: '2.0.0', state: 'activating' }] }
    expect(driftOf(HOST, [loading])).to.deep.equal([])
    expect(driftOf(HOST, [{ ...OTHER, is_ready: false, plugins: [] }])).to.deep.equal([])
    const off = { ...FLEET, state: 'inactive' }
    expect(driftOf({ ...HOST, plugins: [] }, [{ ...OTHER, plugins: [off] }])).to.deep.equal([])
  })
})
