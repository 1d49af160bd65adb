import type { ImportResult } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { ITEMS, useTemplateHost } from './template-host.ts'

describe('A line of an import with several mistakes', () => {
  const { ask, create, removeAll } = useTemplateHost()
  afterEach(removeAll)

  const errorsOf = async (json: object, query = '') => {
    const { body } = await ask<ImportResult>(`${ITEMS}/import${query}`, { method: 'POST', json })
    return body.failed.map(({ error }) => error)
  }

  it('is answered with all of them, by field and in detail, also in a dry run', async () => {
    const records = [{ name: '', price: -1, status: 'gone', colour: 'red' }]
    for (const query of ['', '?dry_run=1']) {
      const [error] = await errorsOf({ records }, query)
      expect(error?.errors).to.deep.equal({
        colour: 'There is no such field',
        name: 'Required',
        status: 'Choose one of draft, active, retired',
        price: 'At least 0',
      })
      expect(error?.details?.map(({ pointer, keyword }) => [pointer, keyword])).to.have.deep.members([
        ['/colour', 'additionalProperties'],
        ['/name', 'minLength'],
        ['/status', 'enum'],
        ['/price', 'minimum'],
      ])
    }
  })

  it('is answered with those of its values, too, if its key is wrong, but does not miss what its record may have', async () => {
    const { id } = await create()
    const unknown = { id: 999_999, price: -1 }
    const twice = { id, name: '', price: -2 }
    const errors = await errorsOf({ key: 'id', records: [unknown, { id, price: 7 }, twice, { ...unknown, price: 1 }] })
    expect(errors.map((error) => error.errors)).to.deep.equal([
      { id: 'No record has this id. Leave it empty for a new record.', price: 'At least 0' },
      { id: 'Another line has the same value. Keep only one of them.', name: 'Required', price: 'At least 0' },
      { id: 'Another line has the same value. Keep only one of them.' },
    ])
    expect(errors[0]?.details?.map(({ pointer }) => pointer)).to.deep.equal(['/id', '/price'])
  })

  it('is described with its details in the description of the API', async () => {
    const { body } = await ask<object>('/api/v1/openapi.json')
    expect(JSON.stringify(body)).to.include('All reasons, of which a field may have several, with their places')
  })
})
